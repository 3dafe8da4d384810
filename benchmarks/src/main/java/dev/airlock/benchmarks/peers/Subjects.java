package dev.airlock.benchmarks.peers;

import dev.airlock.benchmarks.peers.Subject.Style;
import java.nio.file.Path;
import java.util.List;

/** The connectors that are measured by default. */
final class Subjects {
    static final String SMALL = "chat-post-rust";
    static final String GO = "issue-tracker-go";

    /** The same connector as a reactor, whose calls start from a captured state. */
    static final String GO_REACTOR = "issue-tracker-go-reactor";

    private static final Path SAMPLES = Path.of("sample-connectors");

    private Subjects() {}

    static List<Subject> standard() {
        return List.of(
                new Subject(SMALL, SAMPLES.resolve("chat-post-rust"), Style.COMMAND),
                new Subject(GO, SAMPLES.resolve("issue-tracker-go"), Style.COMMAND),
                new Subject(GO_REACTOR, SAMPLES.resolve("issue-tracker-go").resolve("reactor"), Style.REACTOR));
    }

    /** Returns a connector that the user gives by its folder. */
    static Subject at(Path folder) {
        return new Subject(
                folder.toAbsolutePath().normalize().getFileName().toString(), folder.toAbsolutePath(), Style.COMMAND);
    }
}
