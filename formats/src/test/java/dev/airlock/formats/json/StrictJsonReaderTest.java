package dev.airlock.formats.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StrictJsonReaderTest {
    @Test
    void readsStringsWhereTheyStand() throws MalformedJsonException {
        StrictJsonReader reader = reader("{\"a\": \"grün \\\"\\u00e9\\/\\n\\ud83d\\ude00😀\" , \"b\":\"\"}");

        assertThat(reader.next()).isEqualTo(JsonToken.START_OBJECT);
        assertThat(reader.next()).isEqualTo(JsonToken.FIELD_NAME);
        assertThat(reader.name()).isEqualTo("a");
        assertThat(reader.next()).isEqualTo(JsonToken.VALUE_STRING);
        assertThat(reader.textStart(100)).isEqualTo("grün \"é/\n😀😀");
        assertThat(reader.next()).isEqualTo(JsonToken.FIELD_NAME);
        assertThat(reader.name()).isEqualTo("b");
        assertThat(reader.next()).isEqualTo(JsonToken.VALUE_STRING);
        assertThat(reader.utf8()).hasValueSatisfying(bytes -> assertThat(bytes).isEmpty());
        assertThat(reader.next()).isEqualTo(JsonToken.END_OBJECT);
        reader.requireEnd();
    }

    @Test
    void givesTheStartOfALongString() throws MalformedJsonException {
        StrictJsonReader reader = reader("\"" + "é😀".repeat(1_000) + "\"");

        reader.next();
        assertThat(reader.textStart(5)).isEqualTo("é😀é\ud83d");
        reader.requireEnd();
    }

    /** Reads texts with every kind of character, as the writer writes them and with every character escaped. */
    @Test
    void agreesWithTheTreeOnEveryText() throws MalformedJsonException {
        Random random = new Random(5);
        for (int i = 0; i < 2_000; i++) {
            String text = text(random);
            String plain = StrictJson.write(JsonNodeFactory.instance.textNode(text));
            StringBuilder escaped = new StringBuilder("\"");
            text.chars().forEach(c -> escaped.append(String.format("\\u%04X", c)));
            for (String json : new String[] {plain, escaped.append('"').toString()}) {
                JsonNode tree = StrictJson.read(json);
                assertThat(first(json).textStart(Integer.MAX_VALUE)).isEqualTo(tree.textValue());
                Optional<byte[]> utf8 = first(json).utf8();
                boolean carries = StandardCharsets.UTF_8.newEncoder().canEncode(text);
                assertThat(utf8.isPresent()).as(json).isEqualTo(carries);
                utf8.ifPresent(bytes ->
                        assertThat(new String(bytes, StandardCharsets.UTF_8)).isEqualTo(text));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "  ",
                "{",
                "{\"a\":1,\"a\":2}",
                "{\"a\":\"b}",
                "{\"a\":\"\\x\"}",
                "{\"a\":\"\\u12\"}",
                "{\"a\":\"\n\"}",
                "{} {}",
                "{} x",
                "[1,]",
                "\uFEFF{}",
                "nul"
            })
    void refusesWhatTheTreeRefusesWithTheSameMessage(String json) {
        assertThatThrownBy(() -> readAll(json))
                .isInstanceOf(MalformedJsonException.class)
                .hasMessage(message(json));
    }

    @Test
    void refusesBytesThatAreNotUtf8() {
        assertThatThrownBy(() -> StrictJsonReader.of(new byte[] {'"', (byte) 0xC0, (byte) 0x80, '"'}))
                .hasMessage("it is not valid UTF-8");
        assertThatThrownBy(() -> StrictJsonReader.of(new byte[] {'"', (byte) 0xED, (byte) 0xA0, (byte) 0x80, '"'}))
                .hasMessage("it is not valid UTF-8");
        assertThatThrownBy(() -> StrictJsonReader.of(new byte[] {'"', (byte) 0xE2}))
                .hasMessage("it is not valid UTF-8");
    }

    @Test
    void refusesALongName() {
        assertThatThrownBy(() -> readAll("{\"" + "n".repeat(1 << 20) + "\":1}"))
                .isInstanceOf(MalformedJsonException.class)
                .hasMessageContaining("a text that is too long");
    }

    private static StrictJsonReader reader(String json) throws MalformedJsonException {
        return StrictJsonReader.of(json.getBytes(StandardCharsets.UTF_8));
    }

    private static StrictJsonReader first(String json) throws MalformedJsonException {
        StrictJsonReader reader = reader(json);
        reader.next();
        return reader;
    }

    private static void readAll(String json) throws MalformedJsonException {
        StrictJsonReader reader = reader(json);
        int depth = 0;
        do {
            JsonToken token = reader.next();
            depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
        } while (depth > 0);
        reader.requireEnd();
    }

    private static String message(String json) {
        try {
            StrictJson.read(json);
        } catch (MalformedJsonException e) {
            return String.valueOf(e.getMessage());
        }
        throw new AssertionError("the tree takes it");
    }

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(12); i > 0; i--) {
            int bits = 1 + random.nextInt(21);
            int codePoint = Math.min(Character.MAX_CODE_POINT, random.nextInt(1 << bits));
            text.appendCodePoint(codePoint);
        }
        return text.toString();
    }
}
