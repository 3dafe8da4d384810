package dev.airlock.benchmarks.peers.round;

import dev.airlock.benchmarks.peers.subject.MeasuredConnector;
import dev.airlock.benchmarks.peers.subject.Metric;
import dev.airlock.benchmarks.peers.subject.Peer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** The peers that run one connector. A peer that fails on it is reported and then left out. Not thread-safe. */
final class Participants {
    private final MeasuredConnector subject;
    private final List<Peer> peers;
    private final Results results;
    private final Consumer<String> progress;

    Participants(MeasuredConnector subject, List<Peer> peers, Results results, Consumer<String> progress) {
        this.subject = subject;
        this.peers = new ArrayList<>(
                peers.stream().filter(peer -> peer.refusal(subject).isEmpty()).toList());
        this.results = results;
        this.progress = progress;
        peers.forEach(peer -> peer.refusal(subject).ifPresent(reason -> noteRefusal(peer, reason)));
    }

    private void noteRefusal(Peer peer, String reason) {
        for (Metric metric : Metric.values()) {
            results.notMeasured(subject, peer, metric, reason);
        }
    }

    MeasuredConnector subject() {
        return subject;
    }

    /** A step of the measurement of a peer. */
    interface Step {
        void with(Peer peer) throws IOException, PeerFailedException, InterruptedException;
    }

    /** Makes another peer the first from now on. */
    void rotate() {
        Collections.rotate(peers, 1);
    }

    /** Performs a step with each selected peer, one after the other, and reports each. */
    void each(Predicate<Peer> who, String what, Step step) throws IOException, InterruptedException {
        for (Peer peer : peers.stream().filter(who).toList()) {
            say(peer.name() + " " + what);
            attempt(peer, step);
        }
    }

    /** Performs a step with each selected peer, and reports the step once. */
    void inTurn(Predicate<Peer> who, String what, Step step) throws IOException, InterruptedException {
        say(what);
        for (Peer peer : peers.stream().filter(who).toList()) {
            attempt(peer, step);
        }
    }

    private void attempt(Peer peer, Step step) throws IOException, InterruptedException {
        try {
            step.with(peer);
        } catch (PeerFailedException e) {
            say(peer.name() + " failed: " + e.getMessage());
            results.failed(peer.name() + " on " + subject.name() + ": " + e.getMessage());
            peers.remove(peer);
        }
    }

    private void say(String what) {
        progress.accept("  " + subject.name() + ": " + what);
    }
}
