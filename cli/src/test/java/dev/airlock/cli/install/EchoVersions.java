package dev.airlock.cli.install;

import dev.airlock.cli.CommandRun;
import dev.airlock.manifests.names.ContentHash;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Versions of a small connector, each in a folder in {@code versions}, for a user whose files are in {@code home}.
 *
 * @param folder the parent folder of both
 */
record EchoVersions(Path folder) {
    static final String NAME = EchoPublisher.NAME;

    CommandRun user() {
        return CommandRun.standard().in(folder).home(folder.resolve("home"));
    }

    /** Returns the folder of a version. Creates it if it is missing. */
    String place(String version) throws IOException {
        return place(NAME, version);
    }

    String place(String name, String version) throws IOException {
        Path place = folder.resolve("versions").resolve(name.substring(name.lastIndexOf('/') + 1) + "-" + version);
        if (!Files.exists(place)) {
            Files.createDirectories(place);
            Files.copy(CommandRun.CONNECTORS.resolve("echo/connector.wasm"), place.resolve("connector.wasm"));
            Files.writeString(
                    place.resolve("manifest.toml"),
                    "[connector]\nname = \"" + name + "\"\nversion = \"" + version
                            + "\"\n[[operations]]\nname = \"echo\"\n");
        }
        return place.toString();
    }

    ContentHash hash(String version) throws IOException {
        Path place = Path.of(place(version));
        return ContentHash.of(
                Files.readAllBytes(place.resolve("connector.wasm")),
                Files.readAllBytes(place.resolve("manifest.toml")));
    }

    /** Returns the folder of a version after its installation. */
    Path stored(String version) throws IOException {
        return folder.resolve("home/store/sha256").resolve(hash(version).hex());
    }

    /** Returns the command that installs a version. */
    String[] install(String version) throws IOException {
        return new String[] {"install", NAME + "@" + version, "--from", place(version), "--yes"};
    }

    /** Writes an action that pins a version, and returns its file. */
    Path action(String file, String name, String version) throws IOException {
        return action(file, name, NAME, version, hash(version));
    }

    Path action(String file, String name, String connector, String version, ContentHash hash) throws IOException {
        Path path = folder.resolve(file);
        Files.createDirectories(path.getParent());
        return Files.writeString(
                path,
                "+++\nname = \"" + name + "\"\nversion = \"1.0.0\"\n[[requires.connectors]]\nname = \"" + connector
                        + "\"\nversion = \"" + version + "\"\nhash = \"" + hash
                        + "\"\ncapabilities = [\"echo\"]\n[[execute]]\nid = \"say\"\nconnector = \"" + connector
                        + "\"\nop = \"echo\"\n+++\nSays something.\n");
    }
}
