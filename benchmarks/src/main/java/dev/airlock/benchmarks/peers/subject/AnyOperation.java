package dev.airlock.benchmarks.peers.subject;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Copies of connectors whose manifests declare no operations, so that each accepts any operation. The command refuses an operation that a
 * manifest does not list before it loads anything.
 */
public final class AnyOperation {
    private static final String MANIFEST = "manifest.toml";
    private static final String MODULE = "connector.wasm";

    private AnyOperation() {}

    /** Returns a copy of the connector in a subfolder of a folder. */
    public static MeasuredConnector of(MeasuredConnector subject, Path folder) throws IOException {
        Path copy = Files.createDirectories(folder.resolve(subject.name()));
        Files.copy(subject.module(), copy.resolve(MODULE), StandardCopyOption.REPLACE_EXISTING);
        Files.write(
                copy.resolve(MANIFEST),
                withoutOperations(Files.readAllLines(subject.folder().resolve(MANIFEST))));
        return new MeasuredConnector(subject.name(), copy, subject.style());
    }

    /** Returns the manifest's lines without its tables of operations. */
    static List<String> withoutOperations(List<String> manifest) {
        List<String> kept = new ArrayList<>();
        boolean keeps = true;
        for (String line : manifest) {
            if (line.startsWith("[")) {
                keeps = !line.replace("[", "").stripLeading().startsWith("operations");
            }
            if (keeps) {
                kept.add(line);
            }
        }
        return kept;
    }
}
