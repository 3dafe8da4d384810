package dev.airlock.manifests;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.manifests.credentials.HeaderNames;
import dev.airlock.manifests.limits.LimitRule;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tomlj.Toml;
import org.tomlj.TomlArray;
import org.tomlj.TomlParseResult;
import org.tomlj.TomlTable;

class ManifestSchemaTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final JsonNode DOCUMENT = document();
    private static final Schema SCHEMA = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(DOCUMENT);

    static Stream<Fixture> good() {
        return Fixture.good();
    }

    static Stream<Fixture> badButToml() {
        return Fixture.bad().filter(fixture -> !toml(fixture).hasErrors());
    }

    @ParameterizedTest
    @MethodSource("good")
    void takesEveryGoodManifest(Fixture fixture) {
        assertThat(validate(fixture)).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("badButToml")
    void takesABadManifestOnlyWhereASchemaCannotTell(Fixture fixture) {
        List<Error> errors = validate(fixture);
        assertThat(errors.isEmpty()).as("%s", errors).isEqualTo(fixture.schemaCannotTell());
    }

    @Test
    void namesTheSameImportsAsTheReader() {
        JsonNode imports = DOCUMENT.at("/properties/capabilities/properties/runtime/properties/imports/items/enum");
        assertThat(imports).extracting(JsonNode::asText).containsExactlyElementsOf(HostFunction.wireNames());
    }

    @Test
    void refusesTheSameHeadersAsTheReader() {
        String pattern =
                DOCUMENT.at("/$defs/credential/properties/header/pattern").asText();
        assertThat(Stream.concat(HeaderNames.ofTheConnection().stream(), Stream.of("proxy-authorization")))
                .allSatisfy(name -> assertThat(List.of(name, name.toUpperCase(Locale.ROOT)))
                        .noneMatch(written -> Pattern.matches(pattern, written)));
        assertThat("X-Api-Key").matches(pattern);
    }

    @Test
    void hasTheSameRangesAsTheTableOfLimits() {
        JsonNode limits = DOCUMENT.at("/properties/limits/properties");
        assertThat(limits.fieldNames())
                .toIterable()
                .containsExactlyElementsOf(Stream.of(LimitName.values())
                        .map(LimitName::wireName)
                        .distinct()
                        .toList());
        for (LimitRule rule : LimitRule.values()) {
            JsonNode shared = limits.get(rule.limit().wireName());
            JsonNode limit = rule.limit().aspect().isEmpty()
                    ? shared
                    : StreamSupport.stream(shared.get("anyOf").spliterator(), false)
                            .filter(form -> form.has("properties"))
                            .findFirst()
                            .orElseThrow()
                            .at("/properties/" + rule.limit().aspect());
            JsonNode number = limit.has("anyOf") ? limit.at("/anyOf/0") : limit;
            if (rule.limit().unit() != LimitName.Unit.MILLISECONDS) {
                assertThat(number.get("minimum").asLong()).isEqualTo(rule.minimum());
                assertThat(number.get("maximum").asLong()).isEqualTo(rule.ceiling());
            }
        }
    }

    /** An editor shows them beside the key. */
    @Test
    void describesEachKey() {
        assertThat(withoutDescription(DOCUMENT, "")).isEmpty();
    }

    private static List<String> withoutDescription(JsonNode schema, String path) {
        List<String> found = new ArrayList<>();
        schema.properties().forEach(member -> {
            String here = path + "/" + member.getKey();
            if (member.getKey().equals("properties")) {
                member.getValue().properties().stream()
                        .filter(property -> !property.getValue().has("description")
                                && !path.matches(".*/(anyOf|if|then|oneOf)(/.*)?"))
                        .forEach(property -> found.add(here + "/" + property.getKey()));
            }
            if (member.getValue().isObject()) {
                found.addAll(withoutDescription(member.getValue(), here));
            }
        });
        return found;
    }

    private static List<Error> validate(Fixture fixture) {
        return SCHEMA.validate(json(toml(fixture)));
    }

    private static TomlParseResult toml(Fixture fixture) {
        return Toml.parse(fixture.text().replaceFirst("^\ufeff", ""));
    }

    private static JsonNode document() {
        try {
            return JSON.readTree(Files.readString(Fixture.root().resolve("src/abi/manifest.schema.json")));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static JsonNode json(Object value) {
        if (value instanceof TomlTable table) {
            var node = JSON.createObjectNode();
            table.entrySet().forEach(entry -> node.set(entry.getKey(), json(entry.getValue())));
            return node;
        }
        if (value instanceof TomlArray array) {
            var node = JSON.createArrayNode();
            array.toList().forEach(element -> node.add(json(element)));
            return node;
        }
        boolean isJson = value instanceof Long || value instanceof Boolean || value instanceof Double;
        return JSON.valueToTree(isJson ? value : value.toString());
    }
}
