package dev.airlock.runtime.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaException;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.dialect.Dialect;
import com.networknt.schema.dialect.Dialects;
import dev.airlock.failures.text.ForeignText;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A JSON Schema (draft 2020-12) for checking values. Both the schema and the values may be foreign: the cost of a check is bounded,
 * references cannot leave the schema, and messages about a value repeat only names.
 */
public final class JsonShape {
    /** The maximum number of problems listed for one value. */
    public static final int MOST_PROBLEMS = 10;

    private static final int LONGEST_PROBLEM = 200;
    private static final String TOO_MUCH = "checking it against the schema takes more work than is allowed";

    private final Schema schema;

    private JsonShape(Schema schema) {
        this.schema = schema;
    }

    /** The result of reading a schema. */
    public sealed interface Reading {
        /** The schema can be used. */
        record Usable(JsonShape shape) implements Reading {}

        /** The schema cannot be used; the reason, as the end of a sentence. */
        record Unusable(String why) implements Reading {}
    }

    /** Reads a schema. */
    public static Reading read(JsonNode schema) {
        Dialect dialect = Dialect.builder(Dialects.getDraft202012())
                .keyword(new WorkKeyword())
                .build();
        SchemaRegistryConfig config = SchemaRegistryConfig.builder()
                .locale(Locale.ENGLISH)
                .regularExpressionFactory(CountedPattern::new)
                .build();
        SchemaRegistry registry = SchemaRegistry.withDialect(
                dialect,
                builder -> builder.schemaRegistryConfig(config)
                        .schemaLoader(loader -> loader.fetchRemoteResources(false)));
        try {
            Schema compiled = registry.getSchema(WorkKeyword.addedTo(schema));
            return Work.bounded(() -> {
                compiled.initializeValidators();
                return new Reading.Usable(new JsonShape(compiled));
            });
        } catch (SchemaException | IllegalArgumentException e) {
            return new Reading.Unusable("it is not a usable schema");
        } catch (Work.Exceeded e) {
            return new Reading.Unusable("it is too deep or too large");
        }
    }

    /** Returns the problems of a value, each with the JSON Pointer of its place, ready to be shown; empty if there is none. */
    public List<String> problems(JsonNode value) {
        try {
            return texts(Work.bounded(() -> schema.validate(value)));
        } catch (Work.Exceeded e) {
            return e.errors() > 0 ? List.of(first(value)) : List.of(TOO_MUCH);
        }
    }

    /** Returns the first problem of a value that has too many. */
    private String first(JsonNode value) {
        try {
            return texts(Work.bounded(() -> schema.validate(value, execution -> execution.setFailFast(true)))).stream()
                    .findFirst()
                    .orElse(TOO_MUCH);
        } catch (Work.Exceeded e) {
            return TOO_MUCH;
        }
    }

    private static List<String> texts(List<Error> errors) {
        Stream<String> shown = errors.stream().map(JsonShape::text).distinct();
        List<String> most = shown.limit(MOST_PROBLEMS + 1L).toList();
        return most.size() <= MOST_PROBLEMS
                ? most
                : Stream.concat(most.stream().limit(MOST_PROBLEMS - 1L), Stream.of("and more"))
                        .toList();
    }

    private static String text(Error error) {
        String place = error.getInstanceLocation().toString();
        String message = Optional.ofNullable(error.getMessage()).orElse("it does not fit");
        return ForeignText.clean(place.isEmpty() ? message : place + ": " + message, LONGEST_PROBLEM);
    }
}
