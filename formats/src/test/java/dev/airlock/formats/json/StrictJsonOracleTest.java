package dev.airlock.formats.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares {@link StrictJson} with Jackson's mapper on the same factory. */
class StrictJsonOracleTest {
    private static final ObjectMapper ORACLE = JsonMapper.builder(
                    StrictJson.factory(1 << 20).build())
            .nodeFactory(TreeReader.NODES)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(DeserializationFeature.USE_BIG_INTEGER_FOR_INTS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private static final List<String> VALUES = List.of(
            "0",
            "-0",
            "1",
            "-1",
            "2147483648",
            "9007199254740993",
            "123456789012345678901234567890",
            "0.0",
            "-0.0",
            "1.10",
            "1e400",
            "1E-7",
            "100e2",
            "true",
            "false",
            "null",
            "\"\"",
            "\"a\"",
            "\"\\u0000\\n\\/\"",
            "\"é€😀\"",
            "\"\\u2028</script>\"",
            "[]",
            "{}");

    private static final String CUTS = "{}[],:\"\\0-.eEtfn \t\u00e9";

    static LongStream seeds() {
        return LongStream.range(0, 300);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void readsAndWritesADocumentAsTheMapperDoes(long seed) throws Exception {
        String json = document(new Random(seed), 5);

        JsonNode read = StrictJson.read(json);

        JsonNode expected = ORACLE.readTree(json);
        assertThat(read).isEqualTo(expected);
        assertThat(StrictJson.write(read)).isEqualTo(ORACLE.writeValueAsString(expected));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void refusesADamagedDocumentIfTheMapperDoes(long seed) {
        Random random = new Random(seed);
        StringBuilder json = new StringBuilder(document(random, 4));
        for (int i = 0; i < 20; i++) {
            json.insert(random.nextInt(json.length() + 1), CUTS.charAt(random.nextInt(CUTS.length())));
            String damaged = json.toString();
            assertThat(read(damaged)).as(damaged).isEqualTo(expected(damaged));
            json.deleteCharAt(random.nextInt(json.length()));
        }
    }

    @Test
    void writesWhatOnlyAnEmbedderPutsIntoATreeAsTheMapperDoes() throws Exception {
        JsonNodeFactory nodes = JsonNodeFactory.instance;
        ObjectNode tree = nodes.objectNode()
                .put("int", 7)
                .put("long", 1L << 40)
                .put("short", (short) 3)
                .put("float", 1.5f)
                .put("double", 0.1)
                .put("nan", Double.NaN)
                .put("decimal", new BigDecimal("1E+3"))
                .put("bytes", new byte[] {1, 2, 3, 4})
                .putPOJO("any", Map.of("list", List.of(1, "two")))
                .putPOJO("nothing", null);
        tree.set("missing", MissingNode.getInstance());
        tree.putArray("list").add(1).add("x").addPOJO(List.of(true));

        assertThat(StrictJson.write(tree)).isEqualTo(ORACLE.writeValueAsString(tree));
    }

    private static Optional<JsonNode> read(String json) {
        try {
            return Optional.of(StrictJson.read(json));
        } catch (MalformedJsonException e) {
            return Optional.empty();
        }
    }

    private static Optional<JsonNode> expected(String json) {
        try {
            return Optional.of(ORACLE.readTree(json)).filter(node -> !node.isMissingNode());
        } catch (JsonProcessingException | ArithmeticException | NumberFormatException e) {
            return Optional.empty();
        }
    }

    private static String document(Random random, int depth) {
        int kind = depth == 0 ? 0 : random.nextInt(3);
        if (kind == 0) {
            return VALUES.get(random.nextInt(VALUES.size()));
        }
        StringBuilder json = new StringBuilder(kind == 1 ? "{" : "[");
        int size = random.nextInt(5);
        for (int i = 0; i < size; i++) {
            json.append(i == 0 ? "" : ", ").append(kind == 1 ? "\"n" + i + "\" : " : "");
            json.append(document(random, depth - 1));
        }
        return json.append(kind == 1 ? "}" : "]").toString();
    }
}
