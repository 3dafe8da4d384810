package dev.airlock.manifests;

import dev.airlock.formats.text.Problem;
import dev.airlock.formats.toml.SourceText;
import dev.airlock.formats.toml.TomlFile;
import dev.airlock.formats.toml.tree.Located;
import dev.airlock.formats.toml.tree.Position;
import dev.airlock.manifests.hosts.NetworkGrant;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads manifests. The result for any file is a value: the manifest, or all its problems together, each with its place. */
public final class ManifestReader {
    /** The largest manifest, in bytes. */
    public static final int MAX_BYTES = 1 << 20;

    private ManifestReader() {}

    /** Reads a file. Problems give the file's name without its path. */
    public static ManifestResult read(Path path) {
        String name =
                Optional.ofNullable(path.getFileName()).map(Path::toString).orElse("manifest.toml");
        if (Files.exists(path) && !Files.isRegularFile(path)) {
            return problem(name, Position.START, "this is not a file", "name the manifest itself");
        }
        try (InputStream in = Files.newInputStream(path)) {
            return read(name, in.readNBytes(MAX_BYTES + 1));
        } catch (NoSuchFileException missing) {
            return problem(name, Position.START, "there is no such file", "put a manifest.toml beside connector.wasm");
        } catch (IOException unreadable) {
            return problem(name, Position.START, "the file cannot be read", "check that you may read it");
        }
    }

    /** Reads a manifest from the bytes of a file, for instance those that were just hashed. */
    public static ManifestResult read(String fileName, byte[] bytes) {
        return bytes.length > MAX_BYTES ? tooLarge(fileName) : read(fileName, SourceText.decode(bytes));
    }

    /** Reads a manifest from text. Problems give the file's name. */
    public static ManifestResult read(String fileName, String toml) {
        return toml.length() > MAX_BYTES ? tooLarge(fileName) : read(fileName, SourceText.of(toml));
    }

    /** Returns the hosts that a manifest names, each with its place. Omits wrong ones; empty for a file that cannot be read. */
    public static List<Located<NetworkGrant>> hosts(byte[] manifest) {
        SourceText source = SourceText.decode(manifest);
        List<Located<NetworkGrant>> hosts = new ArrayList<>();
        TomlFile.parse("manifest.toml", source.text())
                .root()
                .section("capabilities")
                .flatMap(capabilities -> capabilities.section("network"))
                .flatMap(network -> network.lines("hosts"))
                .ifPresent(lines -> lines.forEach(line -> NetworkGrant.parse(line.value())
                        .optional()
                        .ifPresent(host -> hosts.add(new Located<>(host, line.at())))));
        return List.copyOf(hosts);
    }

    private static ManifestResult read(String fileName, SourceText source) {
        if (source.broken().isPresent()) {
            return problem(
                    fileName, source.broken().get(), "the text is not UTF-8 from here on", "save the file as UTF-8");
        }
        TomlFile file = TomlFile.parse(fileName, source.text());
        Optional<ConnectorManifest> manifest = ManifestTables.read(file.root());
        List<Problem> problems = file.problems().sorted();
        return problems.isEmpty()
                ? new ManifestResult.Read(manifest.orElseThrow())
                : new ManifestResult.Problems(problems);
    }

    private static ManifestResult tooLarge(String fileName) {
        return problem(fileName, Position.START, "the file is larger than 1 MiB", "remove what is not a declaration");
    }

    private static ManifestResult problem(String file, Position at, String what, String right) {
        return new ManifestResult.Problems(List.of(new Problem(file, at.line(), at.column(), what, right)));
    }
}
