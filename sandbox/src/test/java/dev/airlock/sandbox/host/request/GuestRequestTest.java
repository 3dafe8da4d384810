package dev.airlock.sandbox.host.request;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.airlock.formats.text.Parsed;
import dev.airlock.sandbox.host.Guest;
import dev.airlock.sandbox.host.net.message.HttpHeader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A request is read as it comes, and takes no more memory than it has to, whatever its size. */
class GuestRequestTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int LARGE = 16 << 20;
    private static final long SMALL_CHANGE = 2 << 20;

    @Test
    void readsEveryField() {
        GuestRequest request = parse(
                        "{\"method\":\"put\",\"url\":\"https://a/\\u00e9\",\"headers\":{\"A\":\"1\",\"b\":\"\\\"\"},"
                                + "\"body\":\"gr\u00fc\u00dfe \\ud83d\\ude00\",\"credential\":\"api_key\",\"follow_redirects\":true}")
                .orThrow();

        assertThat(request.method()).isEqualTo("put");
        assertThat(request.url()).isEqualTo("https://a/é");
        assertThat(request.headers()).containsExactly(new HttpHeader("A", "1"), new HttpHeader("b", "\""));
        assertThat(new String(request.body().orElseThrow(), StandardCharsets.UTF_8))
                .isEqualTo("grüße 😀");
        assertThat(request.credential()).contains("api_key");
        assertThat(request.followRedirects()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "``|the request is not one JSON document: it is empty",
                "[]|the request is not a JSON object",
                "{}|url is missing",
                "{\"url\":null}|url is missing",
                "{\"url\":5}|url is not a string",
                "{\"url\":{}}|url is not a string",
                "{\"url\":\"u\",\"url\":\"u\"}|the request is not one JSON document: it has the same name twice in one object (line 1, column 17)",
                "{\"url\":\"u\"} {}|the request is not one JSON document: something follows the document (line 1, column 13)",
                "{\"url\":\"u\",\"method\":1}|method is not a string",
                "{\"url\":\"u\",\"credential\":[]}|credential is not a string",
                "{\"url\":\"u\",\"timeout\":5}|the request has an unknown field; known are method, url, headers, body, body_base64, credential, follow_redirects",
                "{\"url\":\"u\",\"headers\":[]}|headers is not an object",
                "{\"url\":\"u\",\"headers\":{\"a\":[]}}|a header's value is not a string",
                "{\"url\":\"u\",\"headers\":{\"a\":\"1\",\"a\":\"2\"}}|the request is not one JSON document: it has the same name twice in one object (line 1, column 34)",
                "{\"url\":\"u\",\"body\":1}|body is not a string",
                "{\"url\":\"u\",\"body\":\"\\ud800\"}|body has half a surrogate pair, which UTF-8 cannot carry",
                "{\"url\":\"u\",\"body_base64\":\"!\"}|body_base64 is not base64",
                "{\"url\":\"u\",\"body_base64\":\"\\ud800\"}|body_base64 is not base64",
                "{\"url\":\"u\",\"body_base64\":\"YQ==\",\"body\":\"\"}|the request has both body and body_base64",
                "{\"url\":\"u\",\"body\":\"\",\"body_base64\":\"\"}|the request has both body and body_base64",
                "{\"url\":\"u\",\"follow_redirects\":\"yes\"}|follow_redirects is not true or false"
            })
    void saysWhatIsWrong(String json, String what) {
        assertThat(wrong(json)).isEqualTo(what);
    }

    @Test
    void takesAThousandHeadersAndNoMore() {
        assertThat(parse(headers(1_000)).orThrow().headers()).hasSize(1_000);
        assertThat(wrong(headers(1_001))).isEqualTo("the request has more than 1000 headers");
    }

    /** The text is in the place of a URL, a method or a header's value, and too long for any of them. */
    @Test
    void keepsOfAnOverlongTextOnlyItsStart() {
        String tooLong = "x".repeat(LARGE);
        for (String json : List.of(
                "{\"url\":\"" + tooLong + "\"}",
                "{\"url\":\"u\",\"method\":\"" + tooLong + "\"}",
                "{\"url\":\"u\",\"headers\":{\"a\":\"" + tooLong + "\"}}")) {
            byte[] bytes = json.getBytes(StandardCharsets.UTF_8);

            assertThat(allocatedBy(() -> assertThat(GuestRequest.parse(bytes)).isInstanceOf(Parsed.Ok.class)))
                    .isLessThan(SMALL_CHANGE);
        }
        assertThat(parse("{\"url\":\"" + tooLong + "\"}").orThrow().url()).hasSize((64 << 10) + 1);
    }

    @Test
    void stopsAtTheFirstThingThatIsWrong() {
        byte[] bytes = ("{\"x\":[" + "{},".repeat(LARGE / 3)).getBytes(StandardCharsets.UTF_8);

        assertThat(allocatedBy(() -> assertThat(GuestRequest.parse(bytes)).isInstanceOf(Parsed.Wrong.class)))
                .isLessThan(SMALL_CHANGE);
    }

    @Test
    void holdsABodyTwiceAndNoMore() {
        byte[] text =
                ("{\"url\":\"u\",\"body\":\"" + "é\\n".repeat(LARGE / 4) + "\"}").getBytes(StandardCharsets.UTF_8);
        String base64 = Base64.getEncoder().encodeToString(new byte[LARGE]);
        byte[] encoded = ("{\"url\":\"u\",\"body_base64\":\"" + base64 + "\"}").getBytes(StandardCharsets.UTF_8);

        assertThat(allocatedBy(() -> GuestRequest.parse(text).orThrow())).isLessThan(text.length + SMALL_CHANGE);
        assertThat(allocatedBy(() -> GuestRequest.parse(encoded).orThrow()))
                .isLessThan(2L * encoded.length + SMALL_CHANGE);
    }

    @Test
    void buildsAResponsesHeadersOnce() {
        String script = "[[exchange]]\nrespond = { status = 200, headers = { "
                + IntStream.range(0, 40)
                        .mapToObj(i -> "X-" + i + " = \"" + "v".repeat(1_000) + "\"")
                        .collect(Collectors.joining(", "))
                + " }, body = '' }\n";
        try (Guest guest = Guest.with().script(script).start()) {
            assertThat(guest.get("https://api.example.com/")).isZero();
            int size = guest.call("http_response_headers", 0, 0);
            assertThat(size).isGreaterThan(40_000);

            long allocated = allocatedBy(() -> guest.call("http_response_headers", 0, 0));

            assertThat(allocated).isLessThan(size);
            assertThat(guest.get("https://api.example.com/")).isZero();
            assertThat(guest.headers()).hasSize(size);
        }
    }

    private static long allocatedBy(Runnable work) {
        List<Long> allocated = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            long before = THREADS.getCurrentThreadAllocatedBytes();
            work.run();
            allocated.add(THREADS.getCurrentThreadAllocatedBytes() - before);
        }
        return allocated.stream().mapToLong(Long::longValue).min().orElseThrow();
    }

    private static String headers(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> "\"h" + i + "\":\"v\"")
                .collect(Collectors.joining(",", "{\"url\":\"u\",\"headers\":{", "}}"));
    }

    private static Parsed<GuestRequest> parse(String json) {
        return GuestRequest.parse(json.getBytes(StandardCharsets.UTF_8));
    }

    private static String wrong(String json) {
        Parsed<GuestRequest> parsed = parse(json);
        assertThat(parsed).isInstanceOf(Parsed.Wrong.class);
        return ((Parsed.Wrong<GuestRequest>) parsed).what();
    }
}
