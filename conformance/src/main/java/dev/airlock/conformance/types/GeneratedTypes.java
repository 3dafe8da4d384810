package dev.airlock.conformance.types;

import dev.airlock.conformance.projects.Language;
import dev.airlock.manifests.ConnectorManifest;
import java.util.List;
import java.util.Optional;

/**
 * A source file with the types of a connector's arguments and results.
 *
 * @param file its path from the connector's folder, with {@code /}
 * @param text its whole text, the same for the same manifest
 */
public record GeneratedTypes(String file, String text) {
    /** Returns the file for a manifest; empty if no schema of an operation names a member. */
    public static Optional<GeneratedTypes> of(ConnectorManifest manifest, Language language) {
        List<OperationTypes> operations = OperationTypes.of(manifest);
        if (operations.stream().allMatch(types -> types.structs().isEmpty())) {
            return Optional.empty();
        }
        return Optional.of(new GeneratedTypes(file(language), writer(language).text(operations)));
    }

    /** Returns the path of the file in a project of that language, whether or not it is there. */
    public static String file(Language language) {
        return switch (language) {
            case GO -> "operations.gen.go";
            case RUST -> "src/operations.rs";
            case C -> "operations.h";
            case ASSEMBLYSCRIPT -> "assembly/operations.ts";
        };
    }

    /** Returns whether a text is of a file that was generated, which may be replaced, not one that somebody wrote. */
    public static boolean isGenerated(String text) {
        return text.lines().limit(1).anyMatch(line -> line.equals("// " + TypeWriter.MARK));
    }

    private static TypeWriter writer(Language language) {
        return switch (language) {
            case GO -> new GoTypes();
            case RUST -> new RustTypes();
            case C -> new CTypes();
            case ASSEMBLYSCRIPT -> new AssemblyScriptTypes();
        };
    }
}
