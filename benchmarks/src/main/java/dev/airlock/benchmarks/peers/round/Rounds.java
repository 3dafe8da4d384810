package dev.airlock.benchmarks.peers.round;

import dev.airlock.benchmarks.peers.subject.Effort;
import dev.airlock.benchmarks.peers.subject.MeasuredConnector;
import dev.airlock.benchmarks.peers.subject.Peer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/**
 * Runs the measurement. In each round every peer is started again, in another order. Running peers take turns of about 1 s, so that other
 * load on the machine affects all of them equally.
 */
public final class Rounds {
    private final Effort effort;
    private final Results results;
    private final Consumer<String> progress;
    private final Starts starts;
    private final Beginnings beginnings;
    private final Extras extras;
    private final CallRounds calls;

    /**
     * One run of the report.
     *
     * @param work the folder for the peers' caches and logs
     */
    public Rounds(Effort effort, Path work, Results results, Consumer<String> progress) {
        this.effort = effort;
        this.results = results;
        this.progress = progress;
        Caches caches = new Caches(work.resolve("caches"));
        this.starts = new Starts(caches, results);
        this.beginnings = new Beginnings(effort, caches, work.resolve("logs"), results);
        this.extras = new Extras(caches, work.resolve("logs"), results);
        this.calls = new CallRounds(effort, work.resolve("logs"), results);
    }

    public void run(List<MeasuredConnector> subjects, List<Peer> peers) throws IOException, InterruptedException {
        List<Participants> all = subjects.stream()
                .map(subject -> new Participants(subject, peers, results, progress))
                .toList();
        for (Participants participants : all) {
            starts.fillCaches(participants);
        }
        for (int round = 1; round <= effort.rounds(); round++) {
            for (Participants participants : all) {
                progress.accept("round " + round + " of " + effort.rounds() + ": "
                        + participants.subject().name());
                participants.rotate();
                starts.measure(participants);
                beginnings.measure(participants);
                extras.measure(participants);
                calls.measure(participants);
            }
        }
    }
}
