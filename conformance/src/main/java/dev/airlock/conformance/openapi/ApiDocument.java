package dev.airlock.conformance.openapi;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.airlock.formats.text.Printable;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/** An OpenAPI document as a tree. References are followed within the document only, never to another file or address. */
public final class ApiDocument {
    /** The largest document that is read, in bytes. */
    public static final int MAX_BYTES = 32 << 20;

    private static final int DEEPEST = 200;
    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(DEEPEST)
                            .maxStringLength(1 << 20)
                            .build())
                    .build())
            .build();

    private final JsonNode root;

    private ApiDocument(JsonNode root) {
        this.root = root;
    }

    /**
     * Reads a document in JSON or YAML 1.2.
     *
     * @throws ApiProblem if it is neither, or no document of OpenAPI 3.0 or 3.1
     */
    public static ApiDocument read(byte[] bytes) throws ApiProblem {
        JsonNode root = startsAsJson(bytes) ? json(bytes) : yaml(bytes);
        String version = root.path("openapi").asText("");
        if (version.startsWith("3.0.") || version.startsWith("3.1.")) {
            return new ApiDocument(root);
        }
        if (root.has("swagger")) {
            throw new ApiProblem("it is a document of Swagger "
                    + Printable.of(root.path("swagger").asText())
                    + "; convert it to OpenAPI 3.0 or 3.1 first, for instance with swagger2openapi");
        }
        throw new ApiProblem(
                version.isEmpty()
                        ? "it has no openapi = 3.0 or 3.1, so it is no OpenAPI document"
                        : "it is of OpenAPI " + Printable.of(version) + "; 3.0 and 3.1 are read");
    }

    private static boolean startsAsJson(byte[] bytes) {
        int at = 0;
        while (at < bytes.length && (bytes[at] <= ' ' && bytes[at] >= 0)) {
            at++;
        }
        return at < bytes.length && bytes[at] == '{';
    }

    private static JsonNode json(byte[] bytes) throws ApiProblem {
        try {
            return MAPPER.readTree(new String(bytes, StandardCharsets.UTF_8));
        } catch (JsonProcessingException e) {
            throw new ApiProblem("it is not JSON that can be read: " + Printable.of(e.getOriginalMessage()));
        }
    }

    /** YAML 1.2, in which "no" is a text. Aliases, which can make a small file a huge tree, are bounded. */
    private static JsonNode yaml(byte[] bytes) throws ApiProblem {
        LoadSettings settings = LoadSettings.builder()
                .setLabel("the document")
                .setCodePointLimit(MAX_BYTES)
                .setMaxAliasesForCollections(200)
                .build();
        try {
            return MAPPER.valueToTree(new Load(settings).loadFromString(new String(bytes, StandardCharsets.UTF_8)));
        } catch (YamlEngineException | IllegalArgumentException e) {
            String reason = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
            throw new ApiProblem("it is not YAML that can be read: " + Printable.of(reason));
        } catch (StackOverflowError e) {
            throw new ApiProblem("its values are nested too deeply");
        }
    }

    /** Returns the whole tree. */
    JsonNode root() {
        return root;
    }

    /** Returns a node, or what its reference leads to within the document; a missing node if that is nothing. */
    JsonNode resolved(JsonNode node) {
        Set<String> followed = new HashSet<>();
        JsonNode at = node;
        while (at.has("$ref")) {
            String reference = at.path("$ref").asText();
            if (!reference.startsWith("#/") || !followed.add(reference)) {
                return MissingNode.getInstance();
            }
            at = root.at(pointer(reference.substring(1)));
        }
        return at;
    }

    private static JsonPointer pointer(String text) {
        return JsonPointer.valueOf(text.replace("%24", "$").replace("%7B", "{").replace("%7D", "}"));
    }
}
