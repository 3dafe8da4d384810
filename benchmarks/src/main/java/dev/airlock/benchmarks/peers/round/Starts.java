package dev.airlock.benchmarks.peers.round;

import dev.airlock.benchmarks.peers.subject.MeasuredConnector;
import dev.airlock.benchmarks.peers.subject.Metric;
import dev.airlock.benchmarks.peers.subject.Peer;
import dev.airlock.benchmarks.peers.subject.Peer.Starting;
import java.io.IOException;
import java.nio.file.Path;

/** Times processes that make one call and end: with an empty cache, and with a full one. */
final class Starts {
    private final Caches caches;
    private final Results results;

    Starts(Caches caches, Results results) {
        this.caches = caches;
        this.results = results;
    }

    void fillCaches(Participants participants) throws IOException, InterruptedException {
        MeasuredConnector subject = participants.subject();
        participants.each(Starts::keepsSomething, "fills its cache", peer -> {
            time(starting(peer).fill(), starting(peer), subject, caches.unfilled(subject, peer));
        });
    }

    void measure(Participants participants) throws IOException, InterruptedException {
        MeasuredConnector subject = participants.subject();
        participants.each(peer -> peer.starting().isPresent(), "starts with an empty cache", peer -> {
            Path cache = caches.empty(subject, peer);
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
                        time(starting(peer).call(), starting(peer), subject, caches.full(subject, peer))));
    }

    private static boolean keepsSomething(Peer peer) {
        return peer.starting()
                .filter(starting -> starting.keepsNothing().isEmpty())
                .isPresent();
    }

    private static Starting starting(Peer peer) {
        return peer.starting().orElseThrow();
    }

    private static double time(Peer.OneCall call, Starting starting, MeasuredConnector subject, Path cache)
            throws IOException, PeerFailedException, InterruptedException {
        return FirstAnswer.millis(call.command(subject, cache), cache, starting.answer());
    }
}
