package dev.airlock.cli.author.types;

import dev.airlock.conformance.projects.Language;
import dev.airlock.conformance.types.GeneratedTypes;
import dev.airlock.manifests.ConnectorManifest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The file with a connector's generated types, as it lies in the connector's folder. */
public final class TypesFile {
    private static final int MAX_BYTES = 4 << 20;

    private TypesFile() {}

    /**
     * Returns the files that were generated and are no longer those of the manifest, by their paths from the folder; files that somebody
     * wrote are not among them.
     *
     * @throws IOException if one of them cannot be read
     */
    public static List<String> outdated(Path folder, ConnectorManifest manifest) throws IOException {
        List<String> outdated = new ArrayList<>();
        for (Language language : Language.values()) {
            String file = GeneratedTypes.file(language);
            Optional<String> there = text(folder.resolve(file));
            boolean isGenerated = there.filter(GeneratedTypes::isGenerated).isPresent();
            if (isGenerated
                    && !there.equals(GeneratedTypes.of(manifest, language).map(GeneratedTypes::text))) {
                outdated.add(file);
            }
        }
        return outdated;
    }

    /** Returns the languages that a folder has sources of. */
    static List<Language> languages(Path folder) {
        return Arrays.stream(Language.values())
                .filter(language -> Files.isRegularFile(folder.resolve(language.mark())))
                .toList();
    }

    /**
     * Returns the text of a file; empty if there is none, or if it is larger than any that was generated.
     *
     * @throws IOException if it cannot be read
     */
    static Optional<String> text(Path file) throws IOException {
        if (!Files.isRegularFile(file) || Files.size(file) > MAX_BYTES) {
            return Optional.empty();
        }
        return Optional.of(new String(Files.readAllBytes(file), StandardCharsets.UTF_8));
    }
}
