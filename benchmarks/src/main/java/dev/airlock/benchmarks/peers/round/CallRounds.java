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
import java.util.LinkedHashMap;
import java.util.Map;

/** Measures loading and calls in processes that keep running, with the memory that they allocate and retain. */
final class CallRounds {
    private static final Map<Metric, String> PHASES = Map.of(
            Metric.PARSE, "parse_ms",
            Metric.COMPILE, "compile_ms",
            Metric.FIRST_CALL, "first_call_ms");

    private final Effort effort;
    private final Path logs;
    private final Results results;

    CallRounds(Effort effort, Path logs, Results results) {
        this.effort = effort;
        this.logs = logs;
        this.results = results;
    }

    void measure(Participants participants) throws IOException, InterruptedException {
        Map<Peer, PeerProcess> running = new LinkedHashMap<>();
        try {
            load(participants, running);
            participants.each(running::containsKey, "warms up", peer -> {
                PeerProcess process = process(running, peer);
                int unused = WarmUp.run(
                        () -> medianMicros(process.ask("calls 1 " + effort.warmUpStepMillis())), effort.warmUpSteps());
                process.ask("calls 2 " + effort.warmUpTogetherMillis());
            });
            takeTurns(participants, running);
            MeasuredConnector subject = participants.subject();
            participants.each(running::containsKey, "counts what a call allocates and a connector keeps", peer -> {
                PeerProcess process = process(running, peer);
                bytes(subject, peer, Metric.ALLOCATED, process.ask("allocation " + effort.allocationCalls()));
                bytes(subject, peer, Metric.IDLE, process.ask("idle " + effort.copies(subject)));
            });
        } finally {
            running.values().forEach(PeerProcess::close);
        }
    }

    private static double medianMicros(JsonNode answer) {
        Turns step = new Turns();
        step.add(answer);
        return step.quantileMicros(0.50);
    }

    private static PeerProcess process(Map<Peer, PeerProcess> running, Peer peer) {
        PeerProcess process = running.get(peer);
        if (process == null) {
            throw new IllegalStateException(peer.name() + " does not run");
        }
        return process;
    }

    private void load(Participants participants, Map<Peer, PeerProcess> running)
            throws IOException, InterruptedException {
        MeasuredConnector subject = participants.subject();
        Files.createDirectories(logs);
        participants.each(peer -> peer.serving().isPresent(), "loads", peer -> {
            PeerProcess process = PeerProcess.start(
                    peer.serving().orElseThrow().command(subject), logs.resolve(peer.name() + ".log"));
            running.put(peer, process);
            recordGreeting(subject, peer, process.greeting());
        });
    }

    private void recordGreeting(MeasuredConnector subject, Peer peer, JsonNode greeting) throws PeerFailedException {
        if (!greeting.path("answer").asText().contains(CallInput.OPERATION)) {
            throw new PeerFailedException("the connector answered " + greeting.path("answer"));
        }
        results.version(peer, greeting.path("version").asText());
        PHASES.forEach((metric, name) -> {
            String note = greeting.path("notes").path(name).asText();
            if (!greeting.has(name)) {
                results.notMeasured(subject, peer, metric, note);
                return;
            }
            results.add(subject, peer, metric, greeting.path(name).asDouble());
            if (!note.isEmpty()) {
                results.note(subject, peer, metric, note);
            }
        });
    }

    private void takeTurns(Participants participants, Map<Peer, PeerProcess> running)
            throws IOException, InterruptedException {
        MeasuredConnector subject = participants.subject();
        Map<Peer, Turns> alone = new LinkedHashMap<>();
        Map<Peer, Turns> together = new LinkedHashMap<>();
        for (int turn = 1; turn <= effort.slices(); turn++) {
            String what = "calls, turn " + turn + " of " + effort.slices();
            takeTurn(participants, running, what + ", one thread", 1, alone);
            takeTurn(participants, running, what + ", two threads", 2, together);
        }
        alone.forEach((peer, turns) -> {
            results.add(subject, peer, Metric.P50_1, turns.quantileMicros(0.50));
            results.add(subject, peer, Metric.P99_1, turns.quantileMicros(0.99));
            results.add(subject, peer, Metric.RATE_1, turns.callsPerSecond());
        });
        together.forEach((peer, turns) -> {
            results.add(subject, peer, Metric.P50_2, turns.quantileMicros(0.50));
            results.add(subject, peer, Metric.P99_2, turns.quantileMicros(0.99));
            results.add(subject, peer, Metric.RATE_2, turns.callsPerSecond());
        });
    }

    private void takeTurn(
            Participants participants, Map<Peer, PeerProcess> running, String what, int threads, Map<Peer, Turns> all)
            throws IOException, InterruptedException {
        participants.inTurn(running::containsKey, what, peer -> {
            JsonNode answer = process(running, peer).ask("calls " + threads + " " + effort.sliceMillis());
            all.computeIfAbsent(peer, key -> new Turns()).add(answer);
        });
    }

    private void bytes(MeasuredConnector subject, Peer peer, Metric metric, JsonNode answer) {
        if (answer.has("bytes")) {
            results.add(subject, peer, metric, answer.path("bytes").asDouble());
            results.note(subject, peer, metric, answer.path("how").asText());
        } else {
            results.notMeasured(
                    subject, peer, metric, answer.path("not_measured").asText());
        }
    }
}
