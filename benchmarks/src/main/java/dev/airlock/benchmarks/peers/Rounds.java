package dev.airlock.benchmarks.peers;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * Measures. In each round every peer starts anew, in another order; while they run they take turns of a second or so, so that
 * whatever else the machine does hurts all alike. A peer that fails on a connector is left out of that connector's later rounds.
 */
final class Rounds {
    private static final List<Integer> THREADS = List.of(1, 2);

    private final Effort effort;
    private final Path work;
    private final Results results;
    private final Consumer<String> progress;
    private final Map<Subject, List<Peer>> able = new LinkedHashMap<>();

    /**
     * @param work where the peers' caches and logs are
     */
    Rounds(Effort effort, Path work, Results results, Consumer<String> progress) {
        this.effort = effort;
        this.work = work;
        this.results = results;
        this.progress = progress;
    }

    void run(List<Subject> subjects, List<Peer> peers) throws IOException, InterruptedException {
        for (Subject subject : subjects) {
            able.put(subject, new ArrayList<>(willing(subject, peers)));
            forEach(subject, "fills its cache", peer -> fill(subject, peer));
        }
        for (int round = 1; round <= effort.rounds(); round++) {
            for (Subject subject : subjects) {
                progress.accept("round " + round + " of " + effort.rounds() + ": " + subject.name());
                Collections.rotate(able.getOrDefault(subject, List.of()), 1);
                starts(subject, round);
                calls(subject);
            }
        }
    }

    private List<Peer> willing(Subject subject, List<Peer> peers) {
        for (Peer peer : peers) {
            peer.refusal(subject).ifPresent(reason -> {
                for (Metric metric : Metric.values()) {
                    results.notMeasured(subject, peer, metric, reason);
                }
            });
        }
        return peers.stream().filter(peer -> peer.refusal(subject).isEmpty()).toList();
    }

    /** Something that is done with each peer. */
    private interface Step {
        void with(Peer peer) throws IOException, PeerFailedException, InterruptedException;
    }

    private void forEach(Subject subject, String what, Step step) throws IOException, InterruptedException {
        for (Peer peer : List.copyOf(able.getOrDefault(subject, List.of()))) {
            progress.accept("  " + subject.name() + ": " + peer.name() + " " + what);
            try {
                step.with(peer);
            } catch (PeerFailedException e) {
                progress.accept("  " + peer.name() + " failed: " + e.getMessage());
                results.failed(peer.name() + " on " + subject.name() + ": " + e.getMessage());
                able.getOrDefault(subject, List.of()).remove(peer);
            }
        }
    }

    private void fill(Subject subject, Peer peer) throws IOException, PeerFailedException, InterruptedException {
        if (peer.starting().isPresent() && peer.starting().get().keepsNothing().isEmpty()) {
            Peer.Starting starting = peer.starting().get();
            Path cache = fullCache(subject, peer);
            delete(cache);
            FirstAnswer.millis(starting.fill().command(subject, cache), cache, starting.answer());
        }
    }

    private void starts(Subject subject, int round) throws IOException, InterruptedException {
        forEach(subject, "starts with an empty cache", peer -> {
            if (peer.starting().isPresent()) {
                Path cache = cache(subject, peer).resolve("empty-" + round);
                delete(cache);
                results.add(
                        subject, peer, Metric.COLD_START, start(peer.starting().get(), subject, cache));
                delete(cache);
            }
        });
        forEach(subject, "starts with a full cache", peer -> {
            if (peer.starting().isPresent()) {
                Peer.Starting starting = peer.starting().get();
                if (starting.keepsNothing().isPresent()) {
                    results.notMeasured(
                            subject,
                            peer,
                            Metric.WARM_START,
                            starting.keepsNothing().get());
                } else {
                    results.add(subject, peer, Metric.WARM_START, start(starting, subject, fullCache(subject, peer)));
                }
            }
        });
    }

    private static double start(Peer.Starting starting, Subject subject, Path cache)
            throws IOException, PeerFailedException, InterruptedException {
        return FirstAnswer.millis(starting.call().command(subject, cache), cache, starting.answer());
    }

    private void calls(Subject subject) throws IOException, InterruptedException {
        Map<Peer, PeerProcess> running = new LinkedHashMap<>();
        try {
            forEach(subject, "loads", peer -> {
                if (peer.serving().isPresent()) {
                    PeerProcess process = PeerProcess.start(peer.serving().get().command(subject), log(peer));
                    running.put(peer, process);
                    greeted(subject, peer, process.greeting());
                }
            });
            forEach(subject, "warms up", peer -> {
                PeerProcess process = running.get(peer);
                if (process != null) {
                    process.ask("calls 1 " + effort.warmUpMillis());
                    process.ask("calls 2 " + effort.warmUpTogetherMillis());
                }
            });
            takeTurns(subject, running);
            forEach(subject, "counts what a call allocates and a connector keeps", peer -> {
                PeerProcess process = running.get(peer);
                if (process != null) {
                    bytes(subject, peer, Metric.ALLOCATED, process.ask("allocation " + effort.allocationCalls()));
                    bytes(subject, peer, Metric.IDLE, process.ask("idle " + effort.copies(subject)));
                }
            });
        } finally {
            running.values().forEach(PeerProcess::close);
        }
    }

    private void greeted(Subject subject, Peer peer, JsonNode greeting) throws PeerFailedException {
        if (!greeting.path("answer").asText().contains(CallDocument.OPERATION)) {
            throw new PeerFailedException("the connector answered " + greeting.path("answer"));
        }
        results.version(peer, greeting.path("version").asText());
        Map<Metric, String> phases =
                Map.of(Metric.PARSE, "parse_ms", Metric.COMPILE, "compile_ms", Metric.FIRST_CALL, "first_call_ms");
        phases.forEach((metric, name) -> {
            String note = greeting.path("notes").path(name).asText();
            if (greeting.has(name)) {
                results.add(subject, peer, metric, greeting.path(name).asDouble());
                if (!note.isEmpty()) {
                    results.note(subject, peer, metric, note);
                }
            } else {
                results.notMeasured(subject, peer, metric, note);
            }
        });
    }

    private void takeTurns(Subject subject, Map<Peer, PeerProcess> running) throws IOException, InterruptedException {
        Map<Peer, Turns> one = new LinkedHashMap<>();
        Map<Peer, Turns> two = new LinkedHashMap<>();
        for (int slice = 1; slice <= effort.slices(); slice++) {
            for (int threads : THREADS) {
                String what = "calls, turn " + slice + " of " + effort.slices() + ", threads: " + threads;
                Map<Peer, Turns> turns = threads == 1 ? one : two;
                forEach(subject, what, peer -> {
                    PeerProcess process = running.get(peer);
                    if (process != null) {
                        JsonNode answer = process.ask("calls " + threads + " " + effort.sliceMillis());
                        turns.computeIfAbsent(peer, key -> new Turns()).add(answer);
                    }
                });
            }
        }
        one.forEach((peer, turns) -> turns.record(subject, peer, Metric.P50_1, Metric.P99_1, Metric.RATE_1));
        two.forEach((peer, turns) -> turns.record(subject, peer, Metric.P50_2, Metric.P99_2, Metric.RATE_2));
    }

    /** The turns of one peer in one round, together. */
    private final class Turns {
        private final List<double[]> nanos = new ArrayList<>();
        private double wallMillis;

        void add(JsonNode answer) {
            List<Double> times = new ArrayList<>();
            answer.path("nanos").forEach(time -> times.add(time.asDouble()));
            nanos.add(times.stream().mapToDouble(Double::doubleValue).toArray());
            wallMillis += answer.path("wall_ms").asDouble();
        }

        void record(Subject subject, Peer peer, Metric p50, Metric p99, Metric rate) {
            double[] all = nanos.stream().flatMapToDouble(DoubleStream::of).toArray();
            results.add(subject, peer, p50, Summary.quantile(all, 0.50) / 1e3);
            results.add(subject, peer, p99, Summary.quantile(all, 0.99) / 1e3);
            results.add(subject, peer, rate, all.length / (wallMillis / 1e3));
        }
    }

    private void bytes(Subject subject, Peer peer, Metric metric, JsonNode answer) {
        if (answer.has("bytes")) {
            results.add(subject, peer, metric, answer.path("bytes").asDouble());
            results.note(subject, peer, metric, answer.path("how").asText());
        } else {
            results.notMeasured(
                    subject, peer, metric, answer.path("not_measured").asText());
        }
    }

    private Path cache(Subject subject, Peer peer) {
        return work.resolve("caches").resolve(subject.name()).resolve(peer.name());
    }

    private Path fullCache(Subject subject, Peer peer) {
        return cache(subject, peer).resolve("full");
    }

    private Path log(Peer peer) throws IOException {
        return Files.createDirectories(work.resolve("logs")).resolve(peer.name() + ".log");
    }

    private static void delete(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }
}
