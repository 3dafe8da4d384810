package dev.airlock.benchmarks.peers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/**
 * Where the processes of peers keep what they compiled.
 *
 * @param folder above all of them
 */
record Caches(Path folder) {
    /** What another process left. */
    Path full(Subject subject, Peer peer) {
        return folder.resolve(subject.name()).resolve(peer.name()).resolve("full");
    }

    /** Nothing. */
    Path empty(Subject subject, Peer peer) throws IOException {
        return emptied(folder.resolve(subject.name()).resolve(peer.name()).resolve("empty"));
    }

    /** The full one, to be filled. */
    Path unfilled(Subject subject, Peer peer) throws IOException {
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
