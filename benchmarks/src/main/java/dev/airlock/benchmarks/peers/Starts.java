package dev.airlock.benchmarks.peers;

import dev.airlock.benchmarks.peers.Peer.Starting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** Times processes that make one call and end: with an empty cache, and with a full one. */
final class Starts {
    private final Path caches;
    private final Results results;

    Starts(Path caches, Results results) {
        this.caches = caches;
        this.results = results;
    }

    void fillCaches(Participants participants) throws IOException, InterruptedException {
        Subject subject = participants.subject();
        participants.each(Starts::keepsSomething, "fills its cache", peer -> {
            Path cache = cache(subject, peer, "full");
            delete(cache);
            time(starting(peer).fill(), starting(peer), subject, cache);
        });
    }

    void measure(Participants participants) throws IOException, InterruptedException {
        Subject subject = participants.subject();
        participants.each(peer -> peer.starting().isPresent(), "starts with an empty cache", peer -> {
            Path cache = cache(subject, peer, "empty");
            delete(cache);
            results.add(subject, peer, Metric.COLD_START, time(starting(peer).call(), starting(peer), subject, cache));
            starting(peer).keepsNothing().ifPresent(why -> results.notMeasured(subject, peer, Metric.WARM_START, why));
        });
        participants.each(
                Starts::keepsSomething,
                "starts with a full cache",
                peer -> results.add(
                        subject,
                        peer,
                        Metric.WARM_START,
                        time(starting(peer).call(), starting(peer), subject, cache(subject, peer, "full"))));
    }

    private static boolean keepsSomething(Peer peer) {
        return peer.starting()
                .filter(starting -> starting.keepsNothing().isEmpty())
                .isPresent();
    }

    private static Starting starting(Peer peer) {
        return peer.starting().orElseThrow();
    }

    private static double time(Peer.OneCall call, Starting starting, Subject subject, Path cache)
            throws IOException, PeerFailedException, InterruptedException {
        return FirstAnswer.millis(call.command(subject, cache), cache, starting.answer());
    }

    private Path cache(Subject subject, Peer peer, String kind) {
        return caches.resolve(subject.name()).resolve(peer.name()).resolve(kind);
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
