package dev.airlock.sandbox.boundary;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.airlock.formats.json.StrictJson;
import dev.airlock.sandbox.call.Trap;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

class TrapNamesTest {
    private static final Path ABI = Path.of(System.getProperty("airlock.root"), "src", "abi");
    private static final List<String> NAMES =
            Arrays.stream(Trap.values()).map(Trap::wireName).toList();

    @Test
    void theEnvelopesSchemaNamesTheSameTraps() throws Exception {
        JsonNode schema = StrictJson.read(Files.readString(ABI.resolve("failure-envelope.schema.json")));
        JsonNode enumeration = StreamSupport.stream(
                        schema.at("/$defs/error/allOf").spliterator(), false)
                .map(rule -> rule.at("/then/properties/details/properties/trap/enum"))
                .filter(JsonNode::isArray)
                .findFirst()
                .orElseThrow();

        assertThat(enumeration).extracting(JsonNode::textValue).containsExactlyElementsOf(NAMES);
    }

    @Test
    void theTableOfTrapsNamesTheSame() throws Exception {
        List<String> rows = Files.readAllLines(ABI.resolve("reasons.md"));

        assertThat(rows.subList(rows.indexOf("## Traps"), rows.size()))
                .filteredOn(line -> line.startsWith("| `") && !line.contains("details.trap"))
                .extracting(line -> line.substring(3, line.indexOf("`", 3)))
                .containsExactlyElementsOf(NAMES);
    }
}
