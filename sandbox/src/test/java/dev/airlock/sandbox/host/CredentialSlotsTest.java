package dev.airlock.sandbox.host;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.airlock.failures.Denial;
import dev.airlock.manifests.credentials.CredentialKind;
import dev.airlock.sandbox.call.Termination;
import dev.airlock.sandbox.evidence.Exchange.KeyPlace;
import dev.airlock.upstreams.RecordedRequest;
import dev.airlock.upstreams.script.Body;
import dev.airlock.upstreams.script.RuleAnswer;
import dev.airlock.upstreams.script.ScriptReading;
import dev.airlock.upstreams.script.ScriptedResponse;
import dev.airlock.upstreams.script.UpstreamScript;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The place of a credential, who else may write there, and its removal from the answers. */
class CredentialSlotsTest {
    private static final String SECRET = "canary-s3cret-1234";
    /** Every character in it has a meaning in a URL. */
    private static final String AWKWARD = "canary/..%2e%2e%2f?a=b&c=d#e+f:g;h i";

    private static final String AWKWARD_VALUE = "canary%2F..%252e%252e%252f%3Fa%3Db%26c%3Dd%23e%2Bf%3Ag%3Bh%20i";
    private static final String AWKWARD_SEGMENT = "canary%2F..%252e%252e%252f%3Fa%3Db%26c%3Dd%23e%2Bf:g%3Bh%20i";
    private static final String HOST = "https://api.example.com";
    private static final String QUERY = "slot = 'query:appid'";
    private static final String COOKIE = "slot = 'cookie:session'";
    private static final String PATH = "slot = 'path:bot{key}'";
    private static final String[] HOSTS = {"api.example.com:443", "other.example.com:443"};

    static Stream<Arguments> places() {
        return Stream.of(
                arguments(QUERY, SECRET, "/", "/?appid=" + SECRET),
                arguments(QUERY, SECRET, "/?", "/?appid=" + SECRET),
                arguments(QUERY, SECRET, "/a?b=c", "/a?b=c&appid=" + SECRET),
                arguments(QUERY, SECRET, "/a?b=c&", "/a?b=c&appid=" + SECRET),
                arguments(QUERY, SECRET, "/a?text=b?", "/a?text=b?&appid=" + SECRET),
                arguments(QUERY, SECRET, "/a??", "/a??&appid=" + SECRET),
                arguments(QUERY, SECRET, "/a?b=c;", "/a?b=c;&appid=" + SECRET),
                arguments(QUERY, SECRET, "/a?b=%", "/a?b=%&appid=" + SECRET),
                arguments(QUERY, SECRET, "/a/../b?b#appid=mine", "/a/../b?b&appid=" + SECRET),
                arguments(QUERY, AWKWARD, "/", "/?appid=" + AWKWARD_VALUE),
                arguments(QUERY + "\nformat = 'Token {key}'", SECRET, "/", "/?appid=Token%20" + SECRET),
                arguments(PATH, SECRET, "/bot{key}/sendMessage", "/bot" + SECRET + "/sendMessage"),
                arguments(PATH, SECRET, "/bot%7Bkey%7d/sendMessage?a=b", "/bot" + SECRET + "/sendMessage?a=b"),
                arguments(PATH, SECRET, "/%62ot{key}", "/bot" + SECRET),
                arguments(PATH, AWKWARD, "/bot{key}/x", "/bot" + AWKWARD_SEGMENT + "/x"),
                arguments(PATH, SECRET, "/a/../bot{key}/./x", "/bot" + SECRET + "/x"),
                arguments(PATH, SECRET, "/a/%2e%2E/bot{key}/%2e", "/bot" + SECRET + "/"),
                arguments(PATH, SECRET, "//bot{key}//x", "//bot" + SECRET + "//x"),
                arguments(PATH, SECRET, "/bot{key}/x?q=bot{key}", "/bot" + SECRET + "/x?q=bot{key}"),
                arguments(PATH, SECRET, "/bot{key}/{key}/%2Fbot{key}", "/bot" + SECRET + "/{key}/%2Fbot{key}"),
                arguments("slot = 'path:{key}'", SECRET, "/services/{key}", "/services/" + SECRET));
    }

    @ParameterizedTest
    @MethodSource("places")
    void writesTheSecretIntoItsPlaceInTheUrl(String slot, String secret, String asked, String sent) {
        try (Guest guest = bound(slot, secret)) {
            assertThat(guest.request(asking(HOST + asked))).isZero();

            assertThat(guest.upstream.requests()).singleElement().satisfies(request -> {
                assertThat(request.target()).isEqualTo(sent);
                assertThat(request.protocol()).isEqualTo("HTTP/2");
                assertThat(request.headers()).doesNotContainKey("authorization");
            });
            assertThat(guest.scope.evidence().last().orElseThrow().toString())
                    .contains("binding=Optional[api_key]")
                    .doesNotContain("canary");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "'',                                   session=canary-s3cret-1234",
        "',\"Cookie\":\"a=1; b=2\"',           a=1; b=2; session=canary-s3cret-1234",
        "',\"cookie\":\"a=1;  \"',             a=1; session=canary-s3cret-1234",
        "',\"Cookie\":\"\"',                   session=canary-s3cret-1234",
        "',\"Cookie\":\"a=1\",\"cookie\":\"b=2\"', a=1; b=2; session=canary-s3cret-1234",
        "',\"Cookie\":\"sessions=1; Session=2\"',  sessions=1; Session=2; session=canary-s3cret-1234",
        "',\"Cookie\":\"a=\\\"1\\\"; b = \\\"2 3\\\"\"',  a=\"1\"; b = \"2 3\"; session=canary-s3cret-1234",
    })
    void addsACookieToThoseOfTheGuest(String headers, String sent) {
        try (Guest guest = bound(COOKIE, SECRET)) {
            assertThat(guest.request("{\"url\":\"" + HOST + "/\",\"credential\":\"api_key\",\"headers\":{\"X-A\":\"1\""
                            + headers + "}}"))
                    .isZero();
            assertThat(guest.upstream.requests())
                    .singleElement()
                    .satisfies(request ->
                            assertThat(request.headers().get("cookie")).containsExactly(sent));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "bearer, 'kind = ''bearer''\nslot = ''header:X-Token''\nformat = ''{key}''",
        "api_key, 'kind = ''api_key''\nslot = ''header:X-Token''\nformat = ''{key}''",
    })
    void writesATokenIntoAHeaderOfTheService(String kind, String table) {
        try (Guest guest = Guest.with()
                .tables("[capabilities.credential]\n" + table + "\n")
                .script("[bindings]\n" + kind + " = '" + SECRET + "'\n[[exchange]]\nrespond = { status = 200 }\n")
                .start()) {
            assertThat(guest.request("{\"url\":\"" + HOST + "\",\"credential\":\"" + kind + "\"}"))
                    .isZero();
            assertThat(guest.upstream.requests().get(0).headers().get("x-token"))
                    .containsExactly(SECRET);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "?appid=mine",
                "?appid",
                "?a=b&appid=mine",
                "?%61ppid=mine",
                "?%61%70%70%69%64=mine",
                "?a=b;appid=mine",
                "?appid=&appid=",
                "?a=b&&appid=x#y",
            })
    void deniesTheGuestTheParameter(String query) {
        try (Guest guest = bound(QUERY, SECRET)) {
            for (String credential : List.of(",\"credential\":\"api_key\"", "")) {
                Denial denial = guest.anotherCall()
                        .denied("{\"url\":\"" + HOST + "/" + query + "\"" + credential + "}")
                        .denial();
                assertThat(denial.what())
                        .isEqualTo("The connector set the query parameter appid, which is the host's to set since the"
                                + " manifest declares a credential");
                assertThat(denial.fix())
                        .isEqualTo("leave the query parameter out and ask for \"credential\": \"api_key\"");
            }
            assertThat(guest.dials).hasValue(0);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"?APPID=mine", "?appids=mine", "?=appid", "?a=appid", "?%2561ppid=mine", "?app+id=1", "#appid=1"
            })
    void leavesTheGuestItsOtherParameters(String query) {
        try (Guest guest = bound(QUERY, SECRET)) {
            assertThat(guest.request(asking(HOST + "/" + query))).isZero();
            assertThat(guest.upstream.requests().get(0).target()).endsWith("appid=" + SECRET);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "session=mine",
                "a=1; session=mine",
                "a=1;session",
                "a=\\\"1; session=2\\\"",
                "%73ession=1",
                "a=1, session=2"
            })
    void deniesTheGuestTheCookie(String cookie) {
        try (Guest guest = bound(COOKIE, SECRET)) {
            Denial denial = guest.denied("{\"url\":\"" + HOST + "\",\"headers\":{\"cOOkie\":\"" + cookie + "\"}}")
                    .denial();
            assertThat(denial.what()).contains("set the cookie session, which is the host's to set");
            assertThat(denial.fix()).isEqualTo("leave the cookie out and ask for \"credential\": \"api_key\"");
            assertThat(guest.dials).hasValue(0);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a=\\\"x",
                "a=x\\\"; b=\\\"y",
                "a=\\\"x\\\\\\\"",
                "$Version=1; a=\\\"x",
                "a=\\\"1; b=2\\\"",
                "\\\"a=1",
                "a=\\\"b\\\"c\\\"",
                "\\\""
            })
    void deniesACookieThatCouldTakeTheSecretIntoItsQuotationMarks(String cookie) {
        try (Guest guest = bound(COOKIE, SECRET)) {
            String headers = "\"headers\":{\"cookie\":\"" + cookie + "\"}";
            Denial denial = guest.denied("{\"url\":\"" + HOST + "\",\"credential\":\"api_key\"," + headers + "}")
                    .denial();
            assertThat(denial.what())
                    .isEqualTo(
                            "The connector asked for its credential in a cookie after one with quotation marks that are"
                                    + " not around a whole value");
            assertThat(guest.dials).hasValue(0);
            assertThat(guest.anotherCall().request("{\"url\":\"" + HOST + "\"," + headers + "}"))
                    .isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Authorization", "authorization"})
    void deniesTheGuestAuthorizationWhateverTheSlot(String header) {
        for (String slot : List.of(QUERY, COOKIE, PATH)) {
            try (Guest guest = bound(slot, SECRET)) {
                guest.denied("{\"url\":\"" + HOST + "\",\"headers\":{\"" + header + "\":\"mine\"}}");
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "/,                        without the segment bot{key}",
        "/bot/sendMessage,         without the segment bot{key}",
        "/Bot{key}/sendMessage,    without the segment bot{key}",
        "/xbot{key}/sendMessage,   without the segment bot{key}",
        "/?bot{key},               without the segment bot{key}",
        "/#/bot{key}/,             without the segment bot{key}",
        "/bot{key}%2Fx,            without the segment bot{key}",
        "/bot{key}/..,             without the segment bot{key}",
        "/bot{key}/../x,           without the segment bot{key}",
        "/bot{key}/%2e%2e/x,       without the segment bot{key}",
        "/bot{key}/.%2E/x,         without the segment bot{key}",
        "/bot%257Bkey%257D/x,      without the segment bot{key}",
        "/bot{key}/bot{key}/x,     'with 2 segments bot{key}, and needs exactly one'",
        "/bot{key}/bot%7bkey%7d/x, 'with 2 segments bot{key}, and needs exactly one'",
    })
    void deniesAPathWithoutExactlyOnePlace(String path, String why) {
        try (Guest guest = bound(PATH, SECRET)) {
            Denial denial = guest.denied(asking(HOST + path)).denial();
            assertThat(denial.what()).isEqualTo("The connector asked for its credential in a path " + why);
            assertThat(denial.fix())
                    .isEqualTo(
                            "write the URL with that segment once, with its braces: https://api.example.com:443/bot{key}/…");
            assertThat(guest.dials).hasValue(0);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://bot{key}.example.com/", "https://{key}/", "https://bot{key}@api.example.com/"})
    void deniesAPlaceInTheHost(String url) {
        try (Guest guest = bound(PATH, SECRET)) {
            assertThat(guest.denied(asking(url)).denial().what()).contains("a URL that ");
            assertThat(guest.dials).hasValue(0);
        }
    }

    @Test
    void leavesAPathAsItIsWhenNoCredentialIsAskedFor() {
        try (Guest guest = bound(PATH, SECRET)) {
            assertThat(guest.get(HOST + "/a/../bot{key}/x")).isZero();
            assertThat(guest.upstream.requests().get(0).target()).isEqualTo("/a/../bot{key}/x");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {QUERY, COOKIE, PATH})
    void neverSendsASlotInTheClear(String slot) {
        try (Guest guest = Guest.with("http://plain.example.com:80")
                .tables(table(slot))
                .script(script(SECRET))
                .start()) {
            assertThat(guest.denied(asking("http://plain.example.com/bot{key}/"))
                            .denial()
                            .what())
                    .contains("plain http");
            assertThat(guest.dials).hasValue(0);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"has a space", "has\\\"quote\\\"s", "comma,comma", "semi;colon", "back\\\\slash"})
    void refusesASecretThatNoCookieHolds(String secret) {
        try (Guest guest = Guest.with()
                .tables(table(COOKIE))
                .script("[bindings]\napi_key = \"" + secret + "\"\n[[exchange]]\nrespond = { status = 200 }\n")
                .start()) {
            assertThat(guest.termination(() -> guest.request(asking(HOST))))
                    .isInstanceOfSatisfying(
                            Termination.BindingRefused.class,
                            refused -> assertThat(refused.why())
                                    .startsWith(
                                            "Its secret does not fit into its slot: a secret that goes into a cookie has no space"));
            assertThat(guest.dials).hasValue(0);
        }
    }

    static Stream<Arguments> echoes() {
        return Stream.of(QUERY, PATH, COOKIE, "slot = 'header:X-Key'")
                .flatMap(slot -> Stream.of(false, true).map(gzip -> arguments(slot, gzip)));
    }

    @ParameterizedTest
    @MethodSource("echoes")
    void scrubsWhatAServiceSaysOfTheRequest(String slot, boolean gzip) throws IOException {
        String secret = slot.equals(COOKIE) ? "canary/..%2e%2e%2f?a=b&c=d#e+f:g" : AWKWARD;
        try (Guest guest = bound(slot, secret)) {
            guest.upstream.play(parsed(script(secret)), (request, usual) -> echo(request, gzip));
            assertThat(guest.request(asking(HOST + "/bot{key}/x?y=z"))).isZero();

            assertThat(guest.upstream.requests().get(0).toString()
                            + all(guest.upstream.requests().get(0)))
                    .contains("canary");
            for (String text : List.of(guest.body(), guest.headers())) {
                assertThat(text.toLowerCase(Locale.ROOT))
                        .contains("[redacted]")
                        .doesNotContain("canary", "2e%252e", "%2e%2e%2f");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {QUERY, PATH, "slot = 'header:X-Key'\nformat = '{key}'"})
    void scrubsASecretThatAServiceReadsWithoutTheSpacesAroundIt(String slot) throws IOException {
        String secret = " " + SECRET + "  ";
        try (Guest guest = bound(slot, secret)) {
            guest.upstream.play(
                    parsed(script(secret)),
                    (request, usual) -> new RuleAnswer.Respond(new ScriptedResponse(
                            401, Map.of("X-Echo", List.of(SECRET)), Body.of(("<" + SECRET + ">").getBytes(UTF_8)))));
            assertThat(guest.request(asking(HOST + "/bot{key}/"))).isZero();
            assertThat(guest.body()).isEqualTo("<[redacted]>");
            assertThat(guest.headers()).doesNotContain("canary");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {QUERY, PATH})
    void scrubsWhatAServiceSaysInStatusTextAndTrailers(String slot) throws IOException {
        String url = "http://127.0.0.1:8080/bot{key}/x";
        try (EchoingServer server = EchoingServer.start();
                Guest guest = Guest.with("http://127.0.0.1:8080")
                        .tables(table(slot))
                        .script(script(AWKWARD))
                        .dialing(server.address())
                        .start()) {
            assertThat(guest.request(asking(url))).isZero();
            assertThat(server.heard()).contains("canary%2F..%252e");
            assertThat(guest.body() + guest.headers() + guest.lastError())
                    .contains("[redacted]")
                    .doesNotContain("canary", "%252e");
        }
    }

    @Test
    void aScriptReportsARequestThatNoRuleAnswersWithoutTheSecret() {
        try (Guest guest = Guest.with()
                .tables(table(PATH))
                .script("[bindings]\napi_key = '" + AWKWARD
                        + "'\n[[exchange]]\nmatch = { path = '/other' }\nfault = 'stall'\n")
                .start()) {
            assertThat(guest.request(asking(HOST + "/bot{key}/x"))).isZero();

            assertThat(guest.status()).isEqualTo(599);
            assertThat(guest.upstream.report().unmatched())
                    .singleElement()
                    .asString()
                    .endsWith("answers GET https://api.example.com/bot[redacted]/x");
            assertThat(guest.body()).contains("/bot[redacted]/x").doesNotContain("canary");
        }
    }

    @Test
    void looksForTheKeyInTheUrlThatTheGuestWrote() {
        for (String slot : List.of(QUERY, PATH)) {
            try (Guest guest = bound(slot, "key-of-a-test")) {
                assertThat(guest.request(asking(HOST + "/bot{key}/x"))).isZero();
                assertThat(keyPlaces(guest)).isEmpty();
                assertThat(guest.request(asking(HOST + "/bot{key}/x?k=key-of-a-test")))
                        .isZero();
                assertThat(keyPlaces(guest)).containsExactly(KeyPlace.URL);
            }
        }
    }

    private static Iterable<KeyPlace> keyPlaces(Guest guest) {
        return guest.scope.evidence().last().orElseThrow().delivery().keyIn();
    }

    static Stream<Arguments> redirects() {
        return Stream.of(
                arguments(QUERY, "/1", "/1?appid=" + SECRET),
                arguments(QUERY, "1?b=c", "/bot{key}/1?b=c&appid=" + SECRET),
                arguments(QUERY, "/1?text=b?", "/1?text=b?&appid=" + SECRET),
                arguments(QUERY, "/1?appid=" + SECRET, "/1?appid=" + SECRET),
                arguments(QUERY, "/1?text=b?&appid=" + SECRET, "/1?text=b?&appid=" + SECRET),
                arguments(QUERY, "/1?%61ppid=%63anary-s3cret-1234&b=c", "/1?b=c&appid=" + SECRET),
                arguments(QUERY, "/1?b=c&appid=" + SECRET + "&appid=" + SECRET + "&d", "/1?b=c&d&appid=" + SECRET),
                arguments(QUERY, "https://API.example.com:443/1?appid=" + SECRET, "/1?appid=" + SECRET),
                arguments(QUERY, "?x=1", "/bot{key}/0?x=1&appid=" + SECRET),
                arguments(PATH, "/bot{key}/1", "/bot" + SECRET + "/1"),
                arguments(PATH, "1", "/bot" + SECRET + "/1"),
                arguments(PATH, "/bot" + SECRET + "/1", "/bot" + SECRET + "/1"),
                arguments(PATH, "/bot%63anary-s3cret-1234/1", "/bot" + SECRET + "/1"),
                arguments(PATH, "/x/../bot" + SECRET + "/1", "/bot" + SECRET + "/1"),
                arguments(COOKIE, "/1", "/1"));
    }

    @ParameterizedTest
    @MethodSource("redirects")
    void fillsASlotOnceMoreOnTheSameHost(String slot, String location, String sent) throws IOException {
        try (Guest guest = bound(slot, SECRET)) {
            redirect(guest, location);
            assertThat(guest.request(following())).isZero();

            assertThat(guest.status()).isEqualTo(200);
            assertThat(guest.upstream.requests()).hasSize(2);
            RecordedRequest second = guest.upstream.requests().get(1);
            assertThat(second.target()).isEqualTo(sent);
            assertThat(second.headers().getOrDefault("cookie", List.of()))
                    .hasSize(slot.equals(COOKIE) ? 1 : 0)
                    .allMatch(("session=" + SECRET)::equals);
            assertThat(guest.scope.evidence().all().toString()).doesNotContain("canary", "%63anary");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "query:appid,    /1?appid=mine, 'a URL with another value of the query parameter appid, which is the host''s to set'",
        "query:appid,    /1?appid=canary-s3cret-1234&%61ppid=mine, another value of the query parameter appid",
        "path:bot{key},  /1, a path without the segment bot{key}",
        "path:bot{key},  /botcanary-s3cret-1234/../1, a path without the segment bot{key}",
        "path:bot{key},  /botcanary-s3cret-1234/bot{key}, 'a path with 2 segments bot{key}, and needs exactly one'",
    })
    void deniesARedirectThatDoesNotGoWithTheSlot(String slot, String location, String why) throws IOException {
        try (Guest guest = bound("slot = '" + slot + "'", SECRET)) {
            redirect(guest, location);
            assertThat(guest.denied(following()).denial().what())
                    .startsWith("api.example.com:443 redirects the connector to ")
                    .contains(why)
                    .doesNotContain("canary");
            assertThat(guest.upstream.requests()).hasSize(1);
        }
    }

    static Stream<Arguments> away() {
        List<String> slots = List.of(QUERY, COOKIE, PATH, "slot = 'header:X-Key'");
        List<String> locations = List.of(
                "https://other.example.com/bot" + SECRET + "/",
                "https://other.example.com/?appid=" + SECRET,
                "https://other.example.com/?next=%2F1%3Fappid%3D" + SECRET,
                "https://other.example.com/?x=%63%61%6E%61%72%79-s3cret-1234",
                "https://other.example.com/?x=%63%61%6e%61%72%79-s3cret-1234",
                "https://other.example.com/#" + SECRET,
                "https://" + SECRET + "@other.example.com/",
                "https://other.example.com:8443/" + SECRET,
                "//other.example.com/" + SECRET,
                "http://api.example.com/?appid=" + SECRET,
                "https://evil.example/?k=Y2FuYXJ5LXMzY3JldC0xMjM0",
                "https://evil.example/#63616e6172792d7333637265742d31323334",
                "https://" + SECRET + ".evil.example/");
        return slots.stream().flatMap(slot -> locations.stream().map(location -> arguments(slot, location)));
    }

    @ParameterizedTest
    @MethodSource("away")
    void deniesALocationElsewhereThatHoldsTheSecret(String slot, String location) throws IOException {
        try (Guest guest = bound(slot, SECRET)) {
            redirect(guest, location);
            Denial denial = guest.denied(following()).denial();
            assertThat(denial.what())
                    .isEqualTo(
                            "api.example.com:443 redirects the connector to a URL elsewhere that holds a secret of its");
            assertThat(denial.toString()).doesNotContain("canary", "anary-s3cret", "Y2FuYXJ5");
            assertThat(guest.upstream.requests()).hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {QUERY, COOKIE, PATH})
    void showsTheGuestALocationWithoutTheSecret(String slot) throws IOException {
        try (Guest guest = bound(slot, SECRET)) {
            redirect(guest, "https://other.example.com/bot" + SECRET + "/?appid=%63anary-s3cret-1234");
            assertThat(guest.request(asking(HOST + "/bot{key}/0"))).isZero();
            assertThat(guest.status()).isEqualTo(302);
            assertThat(guest.headers())
                    .contains("/bot[redacted]/?appid=[redacted]")
                    .doesNotContain("anary");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {QUERY, COOKIE, PATH})
    void fillsNoSlotOnceAChainHasLeftTheHost(String slot) throws IOException {
        try (Guest guest = bound(slot, SECRET)) {
            guest.upstream.play(
                    parsed(script(SECRET)),
                    (request, usual) -> request.number() == 1
                            ? location("https://other.example.com/1")
                            : request.number() == 2 ? location(HOST + "/bot{key}/2") : usual);
            assertThat(guest.request(following())).isZero();

            assertThat(guest.upstream.requests()).hasSize(3);
            assertThat(guest.upstream.requests().subList(1, 3)).allSatisfy(request -> {
                assertThat(all(request)).doesNotContain("canary");
                assertThat(request.headers()).doesNotContainKey("cookie");
            });
            assertThat(guest.upstream.requests().get(2).target()).isEqualTo("/bot{key}/2");
        }
    }

    @Test
    void knowsTheKindInARequestWhateverTheSlot() {
        try (Guest guest = bound(QUERY, SECRET)) {
            assertThat(guest.denied("{\"url\":\"" + HOST + "\",\"credential\":\"appid\"}")
                            .denial()
                            .granted())
                    .containsExactly(CredentialKind.API_KEY.word());
        }
    }

    private static RuleAnswer echo(RecordedRequest request, boolean gzip) {
        String text = all(request);
        String header = request.target() + " " + request.headers().getOrDefault("cookie", List.of())
                + request.headers().getOrDefault("x-key", List.of());
        Map<String, List<String>> headers = gzip
                ? Map.of("X-Echo", List.of(header), "Content-Encoding", List.of("gzip"))
                : Map.of("X-Echo", List.of(header));
        return new RuleAnswer.Respond(
                new ScriptedResponse(200, headers, Body.of(gzip ? gzipped(text) : text.getBytes(UTF_8))));
    }

    private static byte[] gzipped(String text) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(text.getBytes(UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    private static String all(RecordedRequest request) {
        return request.target() + " " + request.target().toUpperCase(Locale.ROOT) + " "
                + request.target().toLowerCase(Locale.ROOT) + " " + request.headers();
    }

    private static void redirect(Guest guest, String to) throws IOException {
        guest.upstream.play(parsed(script(SECRET)), (request, usual) -> request.number() == 1 ? location(to) : usual);
    }

    private static RuleAnswer location(String to) {
        return new RuleAnswer.Respond(new ScriptedResponse(302, Map.of("Location", List.of(to)), Body.EMPTY));
    }

    private static UpstreamScript parsed(String script) {
        return ((ScriptReading.Valid) UpstreamScript.parse("script.toml", script)).script();
    }

    private static String asking(String url) {
        return "{\"url\":\"" + url + "\",\"credential\":\"api_key\"}";
    }

    private static String following() {
        return "{\"url\":\"" + HOST + "/bot{key}/0\",\"credential\":\"api_key\",\"follow_redirects\":true}";
    }

    private static Guest bound(String slot, String secret) {
        return Guest.with(HOSTS).tables(table(slot)).script(script(secret)).start();
    }

    private static String table(String slot) {
        return "[capabilities.credential]\nkind = 'api_key'\n" + slot + "\n";
    }

    private static String script(String secret) {
        return "[bindings]\napi_key = '" + secret + "'\n[[exchange]]\nrespond = { status = 200, body = 'ok' }\n";
    }
}
