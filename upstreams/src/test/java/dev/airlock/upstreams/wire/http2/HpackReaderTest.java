package dev.airlock.upstreams.wire.http2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ProtocolException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The examples are those of RFC 7541, appendix C. */
class HpackReaderTest {
    private final HpackReader reader = new HpackReader();

    @Test
    void readsTheRequestExamplesWithHuffmanCoding() throws IOException {
        assertThat(read("828684418cf1e3c2e5f23a6ba0ab90f4ff"))
                .containsExactly(":method=GET", ":scheme=http", ":path=/", ":authority=www.example.com");
        assertThat(read("828684be5886a8eb10649cbf"))
                .containsExactly(
                        ":method=GET",
                        ":scheme=http",
                        ":path=/",
                        ":authority=www.example.com",
                        "cache-control=no-cache");
        assertThat(read("828785bf408825a849e95ba97d7f8925a849e95bb8e8b4bf"))
                .containsExactly(
                        ":method=GET",
                        ":scheme=https",
                        ":path=/index.html",
                        ":authority=www.example.com",
                        "custom-key=custom-value");
    }

    @Test
    void readsTheRequestExamplesWithoutHuffmanCoding() throws IOException {
        assertThat(read("828684410f7777772e6578616d706c652e636f6d"))
                .containsExactly(":method=GET", ":scheme=http", ":path=/", ":authority=www.example.com");
        assertThat(read("828684be58086e6f2d6361636865")).contains("cache-control=no-cache");
    }

    @Test
    void forgetsTheOldestWhenTheTableShrinks() throws IOException {
        read("828684410f7777772e6578616d706c652e636f6d");
        read("20");
        assertThatThrownBy(() -> read("be")).isInstanceOf(ProtocolException.class);
    }

    @Test
    void readsWhatTheWriterWrites() throws IOException {
        byte[] block = Http2Writer.block(200, Map.of("X-Long", List.of("v".repeat(5000), "short")));
        assertThat(new HpackReader().read(block))
                .containsExactly(
                        new HpackReader.Field(":status", "200"),
                        new HpackReader.Field("x-long", "v".repeat(5000)),
                        new HpackReader.Field("x-long", "short"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"80", "ff", "be", "00", "0005", "008400", "3fffffffffffff7f", "4005", "0081ff00", "3fe21f"})
    void refusesBrokenBlocks(String hex) {
        assertThatThrownBy(() -> read(hex)).isInstanceOf(ProtocolException.class);
    }

    @Test
    void decodesEveryByteThatHasACode() throws IOException {
        assertThat(new String(
                        Huffman.decode(HexFormat.of().parseHex("9d29ad171863c78f0b97c8e9ae82ae43d3")),
                        StandardCharsets.UTF_8))
                .isEqualTo("https://www.example.com");
    }

    private List<String> read(String hex) throws IOException {
        return reader.read(HexFormat.of().parseHex(hex)).stream()
                .map(field -> field.name() + "=" + field.value())
                .toList();
    }
}
