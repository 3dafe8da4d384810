package dev.airlock.benchmarks.peers.round;

import com.fasterxml.jackson.databind.JsonNode;
import dev.airlock.benchmarks.peers.subject.CallInput;
import dev.airlock.benchmarks.peers.subject.Effort;
import dev.airlock.benchmarks.peers.subject.MeasuredConnector;
import dev.airlock.benchmarks.peers.subject.Metric;
import dev.airlock.benchmarks.peers.subject.Peer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** Measures the time and the processor time of the first hundred calls of new processes with a full cache. */
final class Beginnings {
    /** The number of first calls. */
    static final int CALLS = 100;

    /** The range from the tenth to the twentieth call, counted from zero. */
    private static final int EARLY_FROM = 9;

    private static final int EARLY_TO = 20;
    private static final double REST_OF_REPORT_MILLIS = 10_000;

    private final Effort effort;
    private final Caches caches;
    private final Path logs;
    private final Results results;

    Beginnings(Effort effort, Caches caches, Path logs, Results results) {
        this.effort = effort;
        this.caches = caches;
        this.logs = logs;
        this.results = results;
    }

    void measure(Participants participants) throws IOException, InterruptedException {
        Files.createDirectories(logs);
        participants.each(
                peer -> peer.beginning().isPresent(),
                "makes its first " + CALLS + " calls",
                peer -> measure(participants.subject(), peer));
    }

    private void measure(MeasuredConnector subject, Peer peer)
            throws IOException, PeerFailedException, InterruptedException {
        Peer.Beginning beginning = peer.beginning().orElseThrow();
        try (PeerProcess process = PeerProcess.start(
                beginning.command().command(subject, caches.full(subject, peer)),
                logs.resolve(peer.name() + "-begins.log"))) {
            begun(subject, peer, process.greeting());
            if (beginning.untilPeak()) {
                toThePeak(subject, peer, process);
            }
            if (peer.gives(subject, Metric.REST_PROCESSOR)) {
                rest(subject, peer, process);
            }
        }
    }

    private void begun(MeasuredConnector subject, Peer peer, JsonNode greeting) throws PeerFailedException {
        if (!greeting.path("answer").asText().contains(CallInput.OPERATION)) {
            throw new PeerFailedException("the connector answered " + greeting.path("answer"));
        }
        double load = greeting.path("load_ms").asDouble();
        double[] calls = millis(greeting.path("nanos"));
        if (calls.length != CALLS) {
            throw new PeerFailedException("it made " + calls.length + " calls and not " + CALLS);
        }
        results.add(subject, peer, Metric.BEGIN_LOAD, load);
        results.add(subject, peer, Metric.BEGIN_FIRST, calls[0]);
        results.add(
                subject,
                peer,
                Metric.BEGIN_EARLY,
                Summary.median(IntStream.range(EARLY_FROM, EARLY_TO)
                        .mapToDouble(i -> calls[i])
                        .toArray()));
        results.add(
                subject,
                peer,
                Metric.BEGIN_TOGETHER,
                load + IntStream.range(0, CALLS).mapToDouble(i -> calls[i]).sum());
        results.add(
                subject,
                peer,
                Metric.BEGIN_PROCESSOR,
                greeting.path("processor_ms").asDouble());
        peer.starting()
                .flatMap(Peer.Starting::keepsNothing)
                .ifPresent(why -> results.note(subject, peer, Metric.BEGIN_LOAD, why));
    }

    private static double[] millis(JsonNode nanos) {
        return IntStream.range(0, nanos.size())
                .mapToDouble(i -> nanos.get(i).asDouble() / 1e6)
                .toArray();
    }

    private void toThePeak(MeasuredConnector subject, Peer peer, PeerProcess process)
            throws PeerFailedException, InterruptedException {
        List<Double> processorMillis = new ArrayList<>();
        int peak = WarmUp.run(
                () -> {
                    Turns step = new Turns();
                    step.add(process.ask("calls 1 " + effort.warmUpStepMillis()));
                    processorMillis.add(processorMillis(process));
                    return step.quantileMicros(0.50);
                },
                effort.warmUpSteps());
        results.add(subject, peer, Metric.PEAK_PROCESSOR, processorMillis.get(peak - 1));
    }

    /** Measures the processor time without calls. Before that it waits for the same time, so that the JIT can finish its work. */
    private void rest(MeasuredConnector subject, Peer peer, PeerProcess process)
            throws PeerFailedException, InterruptedException {
        letAlone(process);
        double before = processorMillis(process);
        letAlone(process);
        double used = processorMillis(process) - before;
        results.add(subject, peer, Metric.REST_PROCESSOR, used * REST_OF_REPORT_MILLIS / effort.restMillis());
    }

    private void letAlone(PeerProcess process) throws PeerFailedException, InterruptedException {
        if (process.endsWithin(effort.restMillis(), TimeUnit.MILLISECONDS)) {
            throw new PeerFailedException("it ended while it was let alone");
        }
    }

    private static double processorMillis(PeerProcess process) throws PeerFailedException, InterruptedException {
        return process.ask("processor").path("processor_ms").asDouble();
    }
}
