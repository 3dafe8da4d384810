package dev.airlock.failures.redaction;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.airlock.formats.json.StrictJson;
import java.io.ByteArrayOutputStream;
import java.net.URLEncoder;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class RedactorTest {
    private static final String SECRET = "wJalr/K7+MD\"ENG\\ü%Yz";
    private static final Redactor REDACTOR = Redactor.of(List.of(SECRET));
    private static final String MARK = Redactor.MARK;

    @Test
    void whoeverWaitsForALargeTextCanGiveUp() {
        AtomicInteger times = new AtomicInteger();
        byte[] large = new byte[1 << 20];
        assertThatThrownBy(() -> REDACTOR.redact(large, () -> {
                    if (times.incrementAndGet() == 3) {
                        throw new IllegalStateException("given up");
                    }
                }))
                .hasMessage("given up");
        assertThat(times).hasValue(3);
    }

    static Stream<Arguments> forms() {
        return Stream.of(
                row("as it is", SECRET),
                row("in another case", SECRET.toLowerCase(Locale.ROOT)),
                row("hex", HexFormat.of().formatHex(SECRET.getBytes(UTF_8))),
                row("hex, upper case", HexFormat.of().withUpperCase().formatHex(SECRET.getBytes(UTF_8))),
                row(
                        "base64",
                        Base64.getEncoder()
                                .encodeToString(SECRET.getBytes(UTF_8))
                                .replace("=", "")),
                row("base64 for URLs", Base64.getUrlEncoder().withoutPadding().encodeToString(SECRET.getBytes(UTF_8))),
                row("percent-encoded", percent(SECRET, c -> true)),
                row("percent-encoded, lower case", percent(SECRET, c -> true).toLowerCase(Locale.ROOT)),
                row("percent-encoded where a form must", percent(SECRET, c -> !Character.isLetterOrDigit(c))),
                row("percent-encoded here and there", percent(SECRET, c -> c > 0x7F || "%\"J7".indexOf(c) >= 0)),
                row("percent-encoded twice", percent(percent(SECRET, c -> c != 'w'), c -> c == '%')),
                row("in a JSON text", json(SECRET)),
                row("in a JSON text, slashes escaped", json(SECRET).replace("/", "\\/")),
                row("in a JSON text, ASCII only", json(SECRET).replace("ü", "\\u00fc")),
                row("in a JSON text, ASCII only, upper case", json(SECRET).replace("ü", "\\u00FC")),
                row("in a JSON text, letters escaped", unicode(SECRET)),
                row("in a JSON text inside a JSON text", json(json(SECRET).replace("/", "\\/"))),
                row(
                        "percent-encoded in a JSON text",
                        json(percent(SECRET, c -> c < '0')).replace("ü", "\\u00fc")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("forms")
    void takesTheSecretOutInEveryForm(String name, String form) {
        assertThat(REDACTOR.redact("a=" + form + "&b")).isEqualTo("a=" + MARK + "&b");
        assertThat(REDACTOR.redact(form)).isEqualTo(MARK);
        assertThat(REDACTOR.redact(form + "; " + form)).isEqualTo(MARK + "; " + MARK);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("forms")
    void takesTheSecretOutOfBytesThatAreNotUtf8(String name, String form) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write(new byte[] {(byte) 0xFF, (byte) 0xC3});
        bytes.write(form.getBytes(UTF_8));
        bytes.write(new byte[] {0, (byte) 0x80});

        assertThat(REDACTOR.redact(bytes.toByteArray()))
                .isEqualTo(("\u00FF\u00C3" + MARK + "\u0000\u0080").getBytes(ISO_8859_1));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7})
    void findsBase64WhateverStandsBeforeAndAfter(int before) {
        for (int after = 0; after < 6; after++) {
            byte[] whole = ("<".repeat(before) + SECRET + ">".repeat(after)).getBytes(UTF_8);
            for (Base64.Encoder encoder : List.of(
                    Base64.getEncoder(),
                    Base64.getUrlEncoder(),
                    Base64.getMimeEncoder(4, new byte[] {'\r', '\n'}),
                    Base64.getMimeEncoder(20, new byte[] {'\n'}))) {
                String encoded = encoder.encodeToString(whole);

                String redacted = REDACTOR.redact(encoded);

                assertThat(redacted).contains(MARK);
                String left = redacted.replace("\r", "").replace("\n", "");
                int mark = left.indexOf(MARK);
                assertThat(mark).as("characters before").isEqualTo(before * 4 / 3);
                assertThat(left.substring(mark + MARK.length()).replace("=", "").length())
                        .as("characters after hold no bit of the secret")
                        .isLessThanOrEqualTo((after * 8 + 5) / 6);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<a&b>'\\\"c/d=",
                "&lt;a&amp;b&gt;&apos;\\&quot;c/d=",
                "&LT;a&AMP;b&GT;&#39;\\&QUOT;c/d=",
                "&#60;a&#38;b&#62;&#039;&#92;&#34;c&#47;d&#61;",
                "&#x3C;a&#x26;b&#X3e;&#x27;&#x5c;&#x22;c&#x002F;d&#x3D;",
                "&amp;lt;a&amp;amp;b&amp;gt;&amp;#39;\\&amp;quot;c/d=",
                "\\u0026lt;a\\u0026amp;b\\u0026gt;\\u0026#39;\\\\\\u0026quot;c/d=",
                "\\u0026amp;lt;a\\u0026amp;amp;b\\u0026amp;gt;'\\\\\\\"c/d=",
                "%3Ca&amp;b%3E&#39;%5C%22c/d=",
                "<a&b>\\'\\\\\\\"c/d=",
                "\\x3ca\\x26b\\x3E\\x27\\\\\\x22c\\x2fd\\x3d",
                "<a&amp;b>'\\&quot;c/d=",
            })
    void findsASecretInMarkupAndInCode(String form) {
        Redactor redactor = Redactor.of(List.of("<a&b>'\\\"c/d="));

        assertThat(redactor.redact("x&" + form + "&amp;")).isEqualTo("x&" + MARK + "&amp;");
        assertThat(redactor.redact(form)).isEqualTo(MARK);
        assertThat(new String(redactor.redact((form + " é").getBytes(UTF_8)), UTF_8))
                .isEqualTo(MARK + " é");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a&b",
                "&",
                "&#;",
                "&#x;",
                "&#xD800;",
                "&#9999999;",
                "&#55296;",
                "&amp",
                "&;",
                "&amp;amp;",
                "\\x",
                "\\xg0"
            })
    void leavesWhatIsNoSecretAsItIs(String text) {
        Redactor redactor = Redactor.of(List.of("<a&b>'\\\"c/d="));
        assertThat(redactor.redact(text + ";")).isEqualTo(text + ";");
    }

    @ParameterizedTest
    @ValueSource(strings = {"canary-secret ", " canary-secret", "  canary-secret  "})
    void findsASecretWithoutTheSpacesAroundIt(String secret) {
        Redactor redactor = Redactor.of(List.of(secret));
        for (String form : List.of(
                "canary-secret",
                secret,
                HexFormat.of().formatHex("canary-secret".getBytes(UTF_8)),
                Base64.getEncoder().withoutPadding().encodeToString("canary-secret".getBytes(UTF_8)))) {
            assertThat(redactor.redact("\"" + form + "\"")).isEqualTo("\"" + MARK + "\"");
        }
        assertThat(Redactor.of(List.of("     abc  ")).redact("abc")).isEqualTo("abc");
    }

    @Test
    void readsMarkupInTimeThatGrowsWithItsLength() {
        Redactor redactor = Redactor.of(List.of("<a&b>'\\\"c/d="));
        for (String part : List.of("amp;", "&amp;", "&#00000", "&", "\\u0026amp;", "&#x26;#38;")) {
            String text = "&" + part.repeat((1 << 20) / part.length()) + ";%";
            assertTimeoutPreemptively(
                    Duration.ofSeconds(20),
                    () -> assertThat(redactor.redact(text)).isEqualTo(text));
        }
    }

    @Test
    void twoTogetherTakeOutWhatEitherKnows() {
        Redactor both = Redactor.of(List.of("first-secret")).and(Redactor.of(List.of("second-secret")));

        assertThat(both.redact("first-secret, second-secret, third")).isEqualTo("[redacted], [redacted], third");
        assertThat(Redactor.ofNothing().and(Redactor.ofNothing())).isSameAs(Redactor.ofNothing());
    }

    @Test
    void findsBase64ThatWasEscapedItself() {
        Redactor redactor = Redactor.of(List.of("~~~>>>???|||"));
        String encoded = Base64.getEncoder().encodeToString("user:~~~>>>???|||!".getBytes(UTF_8));
        assertThat(encoded).isEqualTo("dXNlcjp+fn4+Pj4/Pz98fHwh");

        for (Function<String, String> escaping : List.<Function<String, String>>of(
                text -> text,
                text -> URLEncoder.encode(text, UTF_8),
                text -> text.replace("/", "\\/"),
                text -> text.replace("/", "\\\\\\/"),
                RedactorTest::unicode,
                text -> URLEncoder.encode(URLEncoder.encode(text, UTF_8), UTF_8))) {
            assertThat(redactor.redact(escaping.apply(encoded)))
                    .isEqualTo(escaping.apply("dXNlcj") + MARK + escaping.apply("h"));
        }
    }

    @Test
    void noSecretSurvivesInsideALongerRandomText() {
        Random random = new Random(0xA1_10C);
        for (int i = 0; i < 3_000; i++) {
            String secret = randomSecret(random);
            byte[] whole = concat(randomBytes(random), secret.getBytes(UTF_8), randomBytes(random));
            Redactor redactor = Redactor.of(List.of(secret));

            for (Function<byte[], byte[]> form : CODED) {
                byte[] coded = form.apply(whole);
                byte[] redacted = redactor.redact(coded);

                assertThat(new String(redacted, ISO_8859_1)).as("of %s", secret).contains(MARK);
                for (byte[] piece : pieces(redacted)) {
                    assertThat(sharedRun(secret, piece))
                            .as("left of %s", secret)
                            .isFalse();
                }
            }
        }
    }

    /** Encodings of bytes, each with its inverse for the text beside the marks. */
    private static final List<Function<byte[], byte[]>> CODED = List.of(
            whole -> whole,
            whole -> HexFormat.of().formatHex(whole).getBytes(UTF_8),
            whole -> Base64.getEncoder().encode(whole),
            whole -> Base64.getUrlEncoder().withoutPadding().encode(whole),
            whole -> percent(whole));

    /** Returns whether six letters of the secret's middle can still be read in any of the forms. */
    private static boolean sharedRun(String secret, byte[] piece) {
        byte[] core = Arrays.copyOfRange(secret.getBytes(UTF_8), 1, 7);
        String text = new String(piece, ISO_8859_1);
        return text.contains(new String(core, ISO_8859_1))
                || text.contains(HexFormat.of().formatHex(core))
                || text.contains(new String(percent(core), ISO_8859_1))
                || Stream.of(0, 1, 2).anyMatch(shift -> {
                    String coded = Base64.getEncoder().encodeToString(concat(new byte[shift], core));
                    String middle = coded.substring(shift + 1, 8 - 1);
                    return text.contains(middle)
                            || text.contains(middle.replace('+', '-').replace('/', '_'));
                });
    }

    @Test
    void leavesTextWithoutASecretAsItIs() {
        Random random = new Random(7);
        for (int i = 0; i < 200; i++) {
            byte[] bytes = new byte[random.nextInt(2_000)];
            random.nextBytes(bytes);
            assertThat(REDACTOR.redact(bytes)).isSameAs(bytes);
        }
        for (String text : List.of(
                "",
                "plain",
                "100% \\ done",
                "%",
                "%2",
                "%zz",
                "\\",
                "\\u12",
                "\\ud83d",
                "\ud83d",
                "%25%25",
                "\\\\\\\\",
                SECRET.substring(1),
                SECRET.substring(0, SECRET.length() - 1))) {
            assertThat(REDACTOR.redact(text)).isEqualTo(text);
        }
    }

    @Test
    void secretsThatOverlapLeaveNothingOfEachOther() {
        Redactor redactor = Redactor.of(List.of("aaaa-bbbb-cccc", "cccc-dddd-eeee", "bbbb-cccc-dddd"));

        assertThat(redactor.redact("<aaaa-bbbb-cccc-dddd-eeee>")).isEqualTo("<" + MARK + ">");
        assertThat(redactor.redact("<aaaa-bbbb-cccc-dddd>")).isEqualTo("<" + MARK + ">");
    }

    @Test
    void aSecretInsideASecretIsFoundAloneAndInside() {
        Redactor redactor = Redactor.of(List.of("inner-secret", "outer-inner-secret-outer"));

        assertThat(redactor.redact("outer-inner-secret-outer, inner-secret, outer-inner-secret-oute"))
                .isEqualTo(MARK + ", " + MARK + ", outer-" + MARK + "-oute");
    }

    @Test
    void aRepeatedSecretOverlappingItselfIsTakenOutWhole() {
        assertThat(Redactor.of(List.of("abababab")).redact("xababababababy")).isEqualTo("x" + MARK + "y");
    }

    @Test
    void aSecretOfSeveralLinesIsFoundHoweverItsLinesEnd() {
        Redactor redactor =
                Redactor.of(List.of("-----BEGIN KEY-----\nMIIEvAIBADANBg\nkqhkiG9w0BAQE\n-----END KEY-----\n"));

        for (String lineEnd : List.of("\n", "\r\n", "\\n", "\\r\\n", "%0A", "%0d%0a", "")) {
            String text =
                    String.join(lineEnd, "-----BEGIN KEY-----", "MIIEvAIBADANBg", "kqhkiG9w0BAQE", "-----END KEY-----");
            assertThat(redactor.redact("key: " + text + ".")).isEqualTo("key: " + MARK + ".");
        }
    }

    @Test
    void aSecretWithSpacesIsFoundInAForm() {
        assertThat(Redactor.of(List.of("correct horse battery")).redact("p=correct+horse%20battery&x"))
                .isEqualTo("p=" + MARK + "&x");
    }

    @Test
    void jsonStaysJson() throws Exception {
        for (String secret : List.of("\"quoted secret\"", "n-secret-value", "back\\slash-secret", SECRET)) {
            String json = StrictJson.write(TextNode.valueOf("\n" + secret + "\n\\" + secret));

            String redacted = Redactor.of(List.of(secret)).redact(json);

            assertThat(StrictJson.read(redacted).textValue())
                    .doesNotContainIgnoringCase(secret)
                    .contains(MARK);
        }
    }

    @Test
    void shortSecretsAreRefused() {
        for (String secret : List.of("", "1234567", "üüü", "1234567\n", "\n\n\n\n\n\n\n\n\n")) {
            assertThatThrownBy(() -> Redactor.of(List.of(secret)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("a secret is at least 8 bytes");
        }
        assertThat(Redactor.of(List.of("üüüü")).redact("üüüü")).isEqualTo(MARK);
    }

    @Test
    void aRedactorOfNothingChangesNothing() {
        byte[] bytes = SECRET.getBytes(UTF_8);

        assertThat(Redactor.ofNothing().redact(SECRET)).isSameAs(SECRET);
        assertThat(Redactor.ofNothing().redact(bytes)).isSameAs(bytes);
        assertThat(Redactor.of(List.of()).redact(SECRET)).isSameAs(SECRET);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "%25", "\\", "%", "\\u0061", "the quick brown fox. ", "wJalr/K7+MD", "\n", "d0"})
    void eightMebibytesTakeTimeInProportion(String unit) {
        String text = unit.repeat((8 << 20) / unit.length());
        Redactor redactor = Redactor.of(List.of(SECRET, "a".repeat(200), "abababababababab"));

        assertTimeoutPreemptively(Duration.ofSeconds(20), () -> {
            String redacted = redactor.redact(text);
            assertThat(redacted.equals(text)).isEqualTo(!unit.equals("a") && !unit.equals("\\u0061"));
        });
    }

    @Test
    void manyLongSecretsAreFoundInOnePass() {
        Random random = new Random(11);
        List<String> secrets = Stream.generate(() -> Base64.getEncoder().encodeToString(random(random, 900)))
                .limit(20)
                .toList();
        Redactor redactor = Redactor.of(secrets);

        assertThat(redactor.redact(String.join(" ", secrets)))
                .isEqualTo(String.join(" ", Collections.nCopies(20, MARK)));
    }

    private static List<byte[]> pieces(byte[] redacted) {
        return Arrays.stream(new String(redacted, ISO_8859_1).split("\\[redacted\\]", -1))
                .map(piece -> piece.getBytes(ISO_8859_1))
                .toList();
    }

    private static String randomSecret(Random random) {
        int[] alphabet = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~+/=%&\"\\<>üß漢😀"
                .codePoints()
                .toArray();
        StringBuilder secret = new StringBuilder();
        int length = 8 + random.nextInt(40);
        for (int i = 0; i < length; i++) {
            secret.appendCodePoint(alphabet[random.nextInt(alphabet.length)]);
        }
        return secret.toString();
    }

    private static byte[] randomBytes(Random random) {
        return random(random, random.nextInt(30));
    }

    private static byte[] random(Random random, int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    private static byte[] concat(byte[]... parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }

    private static byte[] percent(byte[] bytes) {
        return ("%" + HexFormat.ofDelimiter("%").withUpperCase().formatHex(bytes)).getBytes(UTF_8);
    }

    private static String percent(String text, IntPredicate encoded) {
        StringBuilder out = new StringBuilder();
        text.codePoints().forEach(c -> {
            String one = Character.toString(c);
            out.append(encoded.test(c) ? new String(percent(one.getBytes(UTF_8)), UTF_8) : one);
        });
        return out.toString();
    }

    private static String json(String text) {
        String quoted = StrictJson.write(TextNode.valueOf(text));
        return quoted.substring(1, quoted.length() - 1);
    }

    private static String unicode(String text) {
        StringBuilder out = new StringBuilder();
        text.chars().forEach(c -> out.append(String.format(Locale.ROOT, "\\u%04x", c)));
        return out.toString();
    }

    private static Arguments row(Object... values) {
        return Arguments.of(values);
    }
}
