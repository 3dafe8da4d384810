package dev.airlock.cli.embedding;

import dev.airlock.cli.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The agent as one jar, and beside it a connector that it calls. All users may read them. */
final class Application {
    private static final String MAIN = "com.example.agent.Agent";
    private static final Path PROJECTS = CommandRun.ROOT.resolve("embedding");

    private final Path folder;
    private final Outside outside;
    private final Path jar;
    private final Path connector;
    private int homes;

    Application(Path folder) throws IOException, InterruptedException {
        this.folder = folder;
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        this.outside = new Outside(folder);
        outside.copy(PROJECTS.resolve("agent"));
        outside.copy(PROJECTS.resolve("shaded"));
        Files.copy(PROJECTS.resolve("pom.xml"), folder.resolve("pom.xml"));
        outside.maven(folder, "install");
        this.jar = folder.resolve("shaded/target/shaded-1.0.0.jar");
        this.connector = outside.copy(CommandRun.ROOT.resolve("sample-connectors/lookup-assemblyscript"));
    }

    Outside outside() {
        return outside;
    }

    Path folder() {
        return folder;
    }

    Path jar() {
        return jar;
    }

    Path connector() {
        return connector;
    }

    /** Returns a home that does not exist yet. */
    Path home() {
        return folder.resolve("home-" + ++homes);
    }

    Path project(String name) throws IOException {
        return outside.copy(PROJECTS.resolve(name));
    }

    /** Calls the connector in a separate JVM and keeps everything in a home. */
    Ran call(Path java, String... flags) throws IOException, InterruptedException {
        List<String> command = command(java, flags);
        command.add(home().toString());
        return run(command);
    }

    /** Returns the command that calls the connector, with everything in memory. */
    List<String> command(Path java, String... flags) {
        List<String> command = new ArrayList<>(
                List.of(java.resolve("bin/java").toString(), "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        command.addAll(List.of(flags));
        command.addAll(List.of("-cp", jar.toString(), MAIN, connector.toString()));
        return command;
    }

    Ran run(List<String> command) throws IOException, InterruptedException {
        return Ran.command(folder, Map.of("CONNECTOR", connector.toString()), command)
                .orFail();
    }
}
