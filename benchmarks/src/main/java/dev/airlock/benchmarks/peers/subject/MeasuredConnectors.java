package dev.airlock.benchmarks.peers.subject;

import dev.airlock.benchmarks.peers.subject.MeasuredConnector.Style;
import java.nio.file.Path;
import java.util.List;

/** The connectors that are measured by default. */
public final class MeasuredConnectors {
    public static final String SMALL = "chat-post-rust";
    public static final String GO = "issue-tracker-go";

    /** The same connector as a reactor, whose calls start from a captured state. */
    public static final String GO_REACTOR = "issue-tracker-go-reactor";

    private static final Path SAMPLES = Path.of("sample-connectors");

    private MeasuredConnectors() {}

    public static List<MeasuredConnector> standard() {
        return List.of(
                new MeasuredConnector(SMALL, SAMPLES.resolve("chat-post-rust"), Style.COMMAND),
                new MeasuredConnector(GO, SAMPLES.resolve("issue-tracker-go"), Style.COMMAND),
                new MeasuredConnector(
                        GO_REACTOR, SAMPLES.resolve("issue-tracker-go").resolve("reactor"), Style.REACTOR));
    }

    /** Returns a connector that the user gives by its folder. */
    public static MeasuredConnector at(Path folder) {
        return new MeasuredConnector(
                folder.toAbsolutePath().normalize().getFileName().toString(), folder.toAbsolutePath(), Style.COMMAND);
    }
}
