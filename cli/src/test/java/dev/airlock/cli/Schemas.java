package dev.airlock.cli;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.List;

/** The published schemas under {@code src/abi}. */
public final class Schemas {
    private static final String BASE = "https://airlock.dev/abi/";
    private static final SchemaRegistry REGISTRY = SchemaRegistry.withDefaultDialect(
            SpecificationVersion.DRAFT_2020_12,
            builder -> builder.schemas(iri -> iri.startsWith(BASE) ? text(iri.substring(BASE.length())) : null));

    private Schemas() {}

    /** Returns the problems of a document by that schema. */
    public static List<String> problems(String schema, String document) {
        return REGISTRY.getSchema(SchemaLocation.of(BASE + schema)).validate(document, InputFormat.JSON).stream()
                .map(Error::toString)
                .toList();
    }

    private static String text(String file) {
        try {
            return Files.readString(CommandRun.ROOT.resolve("src/abi").resolve(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
