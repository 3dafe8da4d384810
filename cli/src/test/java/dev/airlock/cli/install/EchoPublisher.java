package dev.airlock.cli.install;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.cli.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A publisher of a small connector, and a user on the same machine. */
public final class EchoPublisher {
    public static final String NAME = "github://acme/echo";
    static final String REFERENCE = NAME + "@1.0.0";

    private final Path folder;

    public EchoPublisher(Path folder) throws IOException {
        this.folder = folder;
        Path connector = Files.createDirectories(folder.resolve("echo"));
        Files.copy(CommandRun.CONNECTORS.resolve("echo/connector.wasm"), connector.resolve("connector.wasm"));
    }

    /** Returns the user, whose files are in {@code home}. */
    public CommandRun user() {
        return CommandRun.standard().in(folder).home(folder.resolve("home"));
    }

    /** Returns a user whose {@code home} is still empty. */
    public CommandRun newcomer() {
        return CommandRun.standard()
                .in(folder)
                .environment("AIRLOCK_HOME", folder.resolve("home").toString());
    }

    /** Packs a version and returns its archive. */
    public byte[] packed(String name, String version, String capabilities) throws IOException {
        Files.writeString(
                folder.resolve("echo/manifest.toml"),
                "[connector]\nname = \"" + name + "\"\nversion = \"" + version + "\"\n" + capabilities
                        + "[[operations]]\nname = \"echo\"\n");
        CommandRun.Result packed = newcomer().with("pack", "echo", "--json");
        assertThat(packed.exitCode()).as(packed.all()).isZero();
        return Files.readAllBytes(folder.resolve("airlock.tar.gz"));
    }

    /** Packs and installs a version and returns its hash. */
    String installed(String version) throws IOException {
        packed(NAME, version, "");
        CommandRun.Result installed =
                newcomer().with("install", NAME + "@" + version, "--from", "airlock.tar.gz", "--yes", "--json");
        assertThat(installed.exitCode()).as(installed.all()).isZero();
        return installed.json().at("/hash").asText();
    }

    /** Returns the folder of an installed connector. */
    public Path place(String hash) {
        return folder.resolve("home/store/sha256").resolve(hash.substring("sha256:".length()));
    }

    /** Alters the last byte of a file. */
    public static void alter(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length - 1] ^= 1;
        Files.write(file, bytes);
    }

    /** Writes an action that pins a connector, and returns its file. */
    public Path action(String file, String version, String name, String hash) throws IOException {
        return Files.writeString(
                folder.resolve(file),
                "+++\nname = \"say\"\nversion = \"" + version + "\"\n[[requires.connectors]]\nname = \"" + name
                        + "\"\nversion = \"1.0.0\"\nhash = \"" + hash
                        + "\"\ncapabilities = [\"echo\"]\n[[execute]]\nid = \"say\"\nconnector = \"" + name
                        + "\"\nop = \"echo\"\n+++\nSays something.\n");
    }
}
