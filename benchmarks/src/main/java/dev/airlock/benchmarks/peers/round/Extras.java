package dev.airlock.benchmarks.peers.round;

import com.fasterxml.jackson.databind.JsonNode;
import dev.airlock.benchmarks.peers.subject.MeasuredConnector;
import dev.airlock.benchmarks.peers.subject.Metric;
import dev.airlock.benchmarks.peers.subject.Peer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Measures the figures that only Airlock has, each in its own process. */
final class Extras {
    private final Caches caches;
    private final Path logs;
    private final Results results;

    Extras(Caches caches, Path logs, Results results) {
        this.caches = caches;
        this.logs = logs;
        this.results = results;
    }

    void measure(Participants participants) throws IOException, InterruptedException {
        Files.createDirectories(logs);
        MeasuredConnector subject = participants.subject();
        participants.each(peer -> !wanted(peer, subject).isEmpty(), "does what only it does", peer -> {
            for (Peer.Extra extra : wanted(peer, subject)) {
                measure(subject, peer, extra);
            }
        });
    }

    private static List<Peer.Extra> wanted(Peer peer, MeasuredConnector subject) {
        return peer.extras().stream()
                .filter(extra -> extra.subjects().test(subject))
                .toList();
    }

    private void measure(MeasuredConnector subject, Peer peer, Peer.Extra extra)
            throws IOException, PeerFailedException, InterruptedException {
        Path cache = caches.full(subject, peer);
        List<String> command = extra.command().command(subject, cache);
        if (extra.answer().isPresent()) {
            double millis = FirstAnswer.millis(command, cache, extra.answer().get());
            results.add(subject, peer, extra.metric(), millis);
            return;
        }
        try (PeerProcess process = PeerProcess.start(command, logs.resolve(peer.name() + "-extras.log"))) {
            record(subject, peer, extra.metric(), process.greeting());
        }
    }

    private void record(MeasuredConnector subject, Peer peer, Metric metric, JsonNode answer)
            throws PeerFailedException {
        if (!answer.has("value")) {
            throw new PeerFailedException("no " + metric.title() + ": " + answer);
        }
        results.add(subject, peer, metric, answer.path("value").asDouble());
        if (answer.has("how")) {
            results.note(subject, peer, metric, answer.path("how").asText());
        }
    }
}
