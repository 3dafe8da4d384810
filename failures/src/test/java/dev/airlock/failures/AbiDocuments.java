package dev.airlock.failures;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.airlock.formats.json.MalformedJsonException;
import dev.airlock.formats.json.StrictJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The documents under {@code src/abi}, for tests. */
final class AbiDocuments {
    private static final String BASE = "https://airlock.dev/abi/";
    private static final SchemaRegistry REGISTRY = SchemaRegistry.withDefaultDialect(
            SpecificationVersion.DRAFT_2020_12,
            builder -> builder.schemas(iri -> iri.startsWith(BASE) ? text(iri.substring(BASE.length())) : null));

    private AbiDocuments() {}

    static String text(String file) {
        try {
            return Files.readString(Path.of(System.getProperty("airlock.root"), "src", "abi", file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static JsonNode json(String file) {
        try {
            return StrictJson.read(text(file));
        } catch (MalformedJsonException e) {
            throw new AssertionError(file, e);
        }
    }

    /** Returns the problems of a document by that schema. */
    static List<String> problems(String schema, String document) {
        return REGISTRY.getSchema(SchemaLocation.of(BASE + schema)).validate(document, InputFormat.JSON).stream()
                .map(Error::toString)
                .toList();
    }

    /** Returns the texts of an array at that JSON pointer. */
    static List<String> texts(String file, String pointer) {
        List<String> texts = new ArrayList<>();
        json(file).at(pointer).forEach(node -> texts.add(node.textValue()));
        return texts;
    }

    /** Returns the rows of all Markdown tables of a file as their cells, without headers and rules. */
    static List<List<String>> rows(String file) {
        return text(file)
                .lines()
                .filter(line -> line.startsWith("| `"))
                .map(line -> List.of(line.substring(2, line.length() - 2).split(" \\| ", -1)))
                .toList();
    }
}
