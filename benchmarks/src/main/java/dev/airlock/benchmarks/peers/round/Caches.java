package dev.airlock.benchmarks.peers.round;

import dev.airlock.benchmarks.peers.subject.MeasuredConnector;
import dev.airlock.benchmarks.peers.subject.Peer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/**
 * The cache folders in which peers' processes keep compiled code.
 *
 * @param folder the parent of all of them
 */
record Caches(Path folder) {
    /** Returns the cache that another process filled. */
    Path full(MeasuredConnector subject, Peer peer) {
        return folder.resolve(subject.name()).resolve(peer.name()).resolve("full");
    }

    /** Returns an empty cache. */
    Path empty(MeasuredConnector subject, Peer peer) throws IOException {
        return emptied(folder.resolve(subject.name()).resolve(peer.name()).resolve("empty"));
    }

    /** Returns the full cache's folder, emptied, to be filled. */
    Path unfilled(MeasuredConnector subject, Peer peer) throws IOException {
        return emptied(full(subject, peer));
    }

    private static Path emptied(Path cache) throws IOException {
        if (Files.exists(cache)) {
            try (Stream<Path> files = Files.walk(cache)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
        return Files.createDirectories(cache);
    }
}
