package dev.airlock.sandbox.host.request;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.failures.limit.LimitName;
import dev.airlock.manifests.limits.Limits;
import dev.airlock.sandbox.call.CallEnded;
import dev.airlock.sandbox.call.Termination;
import dev.airlock.sandbox.evidence.Exchange;
import dev.airlock.sandbox.host.Guest;
import dev.airlock.sandbox.url.ParsedUrl;
import dev.airlock.sandbox.url.TargetUrl;
import dev.airlock.upstreams.RecordedRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class RedirectsTest {
    private static final String[] GRANTED = {
        "api.example.com:443",
        "api.example.com:8443",
        "other.example.com:443",
        "http://plain.example.com:80",
        "metadata.example.com:443"
    };
    private static final String SECRET = "canary-s3cret-1234";
    private static final String HERE = "https://api.example.com/0";

    static Stream<String> chains() {
        Path table = Path.of(System.getProperty("airlock.root"), "testdata/urls/redirects.txt");
        try {
            return Files.readString(table).lines().filter(line -> !line.isBlank() && !line.startsWith("#"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @MethodSource("chains")
    void endsWhereTheTableSays(String line) {
        String[] sides = line.split(" => ", 2);
        List<String> hops = List.of(sides[0].split(" -> "));
        try (Guest guest = Guest.with(GRANTED).script(script(hops)).start()) {
            assertThat(outcome(guest, hops.get(0))).isEqualTo(sides[1]);
            assertThat(guest.upstream.report().unmatched()).isEmpty();
            List<Exchange> recorded = guest.scope.evidence().all();
            assertThat(guest.upstream.requests()).hasSameSizeAs(recorded);
            assertThat(recorded).extracting(Exchange::number).containsOnly(1);
            for (int hop = 0; hop < recorded.size(); hop++) {
                assertThat(recorded.get(hop).hop()).isEqualTo(hop);
            }
        }
    }

    @Test
    void followsNothingUnlessTheRequestAsksForIt() {
        try (Guest guest = following("302", "/1")) {
            assertThat(guest.get(HERE)).isZero();
            assertThat(guest.status()).isEqualTo(302);
            assertThat(guest.headers()).contains("\"location\":[\"/1\"]");
            assertThat(guest.upstream.requests()).hasSize(1);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "301, GET, GET, ''",
        "301, HEAD, HEAD, ''",
        "301, POST, GET, ''",
        "301, PUT, PUT, hello",
        "301, DELETE, DELETE, hello",
        "302, POST, GET, ''",
        "302, PATCH, PATCH, hello",
        "303, POST, GET, ''",
        "303, PUT, GET, ''",
        "303, DELETE, GET, ''",
        "303, HEAD, HEAD, ''",
        "307, POST, POST, hello",
        "307, GET, GET, ''",
        "308, POST, POST, hello",
        "308, PUT, PUT, hello",
    })
    void keepsOrChangesMethodAndBodyAsHttpSays(String status, String method, String next, String nextBody) {
        boolean bodiless = method.equals("GET") || method.equals("HEAD");
        try (Guest guest = following(status, "/1")) {
            assertThat(guest.request(
                            "{\"url\":\"" + HERE + "\",\"method\":\"" + method + "\",\"follow_redirects\":true,"
                                    + "\"headers\":{\"Content-Type\":\"text/x\",\"Accept\":\"a/b\"}"
                                    + (bodiless ? "" : ",\"body\":\"hello\"") + "}"))
                    .isZero();
            RecordedRequest last = guest.upstream.requests().get(1);
            assertThat(last.method()).isEqualTo(next);
            assertThat(last.body().text()).isEqualTo(nextBody);
            assertThat(last.header("accept")).contains("a/b");
            assertThat(last.header("content-type").isPresent()).isEqualTo(method.equals(next));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {300, 304, 305, 306, 399})
    void followsNoOtherAnswer(int status) {
        try (Guest guest = Guest.with(GRANTED)
                .script("[[exchange]]\nrespond = { status = " + status + ", headers = { Location = '/1' } }\n")
                .start()) {
            assertThat(follow(guest, "")).isZero();
            assertThat(guest.status()).isEqualTo(status);
            assertThat(guest.upstream.requests()).hasSize(1);
        }
    }

    @Test
    void followsNothingWhereThereIsNoLocationOrMoreThanOne() {
        try (Guest guest = Guest.with(GRANTED).script("""
                        [[exchange]]
                        match = { path = '/0' }
                        respond = { status = 302 }
                        [[exchange]]
                        respond = { status = 302, headers = { Location = ['/1', 'https://evil.example/'] } }
                        """).start()) {
            assertThat(follow(guest, "")).isZero();
            assertThat(guest.status()).isEqualTo(302);
            assertThat(guest.request("{\"url\":\"https://api.example.com/2\",\"follow_redirects\":true}"))
                    .isZero();
            assertThat(guest.status()).isEqualTo(302);
            assertThat(guest.upstream.requests()).hasSize(2);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "/1, true",
        "https://api.example.com/1, true",
        "https://api.example.com:8443/1, false",
        "https://other.example.com/1, false",
        "http://plain.example.com/1, false",
    })
    void takesWhoAsksAlongWithinOneOriginOnly(String location, boolean along) {
        try (Guest guest =
                Guest.with(GRANTED).script(redirecting("307", location)).start()) {
            assertThat(follow(
                            guest,
                            ",\"headers\":{\"Authorization\":\"Basic abc\",\"Cookie\":\"a=b\",\"X-Token\":\"t\","
                                    + "\"Idempotency-Key\":\"k\",\"Accept\":\"a/b\"}"))
                    .isZero();
            RecordedRequest last = guest.upstream.requests().get(1);
            assertThat(last.header("authorization").isPresent()).isEqualTo(along);
            assertThat(last.header("cookie").isPresent()).isEqualTo(along);
            assertThat(last.header("x-token").isPresent()).isEqualTo(along);
            assertThat(last.header("idempotency-key")).contains("k");
            assertThat(last.header("accept")).contains("a/b");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "X-Api-Key, /1, true",
        "X-Api-Key, https://api.example.com:8443/1, false",
        "X-Api-Key, https://other.example.com/1, false",
        "X-Api-Key, http://plain.example.com/1, false",
        "Accept, https://other.example.com/1, false",
        "Authorization, https://other.example.com/1, false",
    })
    void takesTheCredentialAlongWithinOneOriginOnly(String slot, String location, boolean along) {
        try (Guest guest = bound(slot, "307", location)) {
            assertThat(follow(guest, ",\"credential\":\"api_key\"")).isZero();
            assertThat(guest.upstream.requests().get(0).header(slot.toLowerCase(Locale.ROOT)))
                    .contains(SECRET);
            assertThat(guest.upstream.requests().get(1).headers().toString().contains(SECRET))
                    .isEqualTo(along);
            assertThat(guest.scope.evidence().all().get(0).binding()).contains("api_key");
            assertThat(guest.scope.evidence().all().get(1).binding().isPresent())
                    .isEqualTo(along);
        }
    }

    @Test
    void neverTakesTheCredentialUpAgainOnceItWasLeft() {
        String script = """
                [[exchange]]
                match = { path = '/0' }
                fault = 'redirect'
                location = 'https://other.example.com/1'
                [[exchange]]
                match = { path = '/1' }
                fault = 'redirect'
                location = 'https://api.example.com/2'
                [[exchange]]
                respond = { status = 200 }
                """;
        try (Guest guest = Guest.with(GRANTED)
                .tables(table("X-Api-Key"))
                .script(bindings() + script)
                .start()) {
            assertThat(follow(guest, ",\"credential\":\"api_key\"")).isZero();
            assertThat(guest.upstream.requests()).hasSize(3);
            assertThat(guest.upstream.requests().get(2).headers()).doesNotContainKey("x-api-key");
        }
    }

    @Test
    void saysWhichHostRedirectedWhere() {
        try (Guest guest = following("302", "https://evil.example/1?token=private")) {
            Termination.Denied denied = (Termination.Denied) guest.termination(() -> follow(guest, ""));
            assertThat(denied.denial().what())
                    .isEqualTo("api.example.com:443 redirects the connector to evil.example:443,"
                            + " which its manifest does not name");
            assertThat(denied.denial().fix()).contains("evil.example:443");
            assertThat(guest.scope.evidence().requestSent()).isTrue();
        }
    }

    @Test
    void countsEachHopAsAnExchange() {
        Limits limits = Limits.defaults().with(LimitName.EXCHANGES, 2);
        try (Guest guest = Guest.with(GRANTED)
                .limits(limits)
                .script("[[exchange]]\nfault = 'redirect'\nlocation = '/0'\n")
                .start()) {
            assertThat(guest.termination(() -> follow(guest, "")))
                    .isEqualTo(new Termination.LimitReached(LimitName.EXCHANGES, 2, 3));
            assertThat(guest.upstream.requests()).hasSize(2);
        }
    }

    @Test
    void failsWhenAHopFails() {
        try (Guest guest = Guest.with(GRANTED)
                .script(redirecting("302", "https://other.example.com/1")
                        .replace("respond = { status = 200 }", "fault = 'reset'"))
                .start()) {
            assertThat(follow(guest, "")).isEqualTo(-1);
            assertThat(guest.status()).isEqualTo(-1);
            assertThat(guest.lastError()).contains("\"kind\":\"reset\"", "other.example.com:443");
            assertThat(guest.scope.evidence().last().orElseThrow().host()).isEqualTo("other.example.com:443");
        }
    }

    private static String outcome(Guest guest, String url) {
        try {
            assertThat(guest.request("{\"url\":\"" + url + "\",\"follow_redirects\":true}"))
                    .isZero();
        } catch (CallEnded ended) {
            return "denied: "
                    + ((Termination.Denied) ended.termination()).denial().requested();
        }
        RecordedRequest last =
                guest.upstream.requests().get(guest.upstream.requests().size() - 1);
        Exchange.RequestLine line = guest.scope.evidence().last().orElseThrow().request();
        return guest.status() + " " + line.scheme().word() + "://" + line.host() + last.target();
    }

    private static int follow(Guest guest, String more) {
        return guest.request("{\"url\":\"" + HERE + "\",\"follow_redirects\":true" + more + "}");
    }

    private static Guest following(String status, String location) {
        return Guest.with(GRANTED).script(redirecting(status, location)).start();
    }

    private static Guest bound(String slot, String status, String location) {
        return Guest.with(GRANTED)
                .tables(table(slot))
                .script(bindings() + redirecting(status, location))
                .start();
    }

    private static String bindings() {
        return "[bindings]\napi_key = '" + SECRET + "'\n";
    }

    private static String table(String slot) {
        return "[capabilities.credential]\nkind = 'api_key'\nheader = '" + slot + "'\nformat = '{key}'\n";
    }

    private static String redirecting(String status, String location) {
        return "[[exchange]]\nmatch = { path = '/0' }\nfault = 'redirect'\nlocation = '" + location
                + "'\nrespond = { status = " + status + " }\n[[exchange]]\nrespond = { status = 200 }\n";
    }

    /** Returns rules that lead from each URL of a chain to the next, and 200 for the rest. */
    private static String script(List<String> hops) {
        StringBuilder script = new StringBuilder();
        String at = hops.get(0);
        for (String location : hops.subList(1, hops.size())) {
            TargetUrl url = ((ParsedUrl.Target) TargetUrl.parse(at)).url();
            String path = url.pathAndQuery();
            boolean query = location.startsWith("?");
            script.append("[[exchange]]\nmatch = { host = '")
                    .append(url.address())
                    .append("', path = '");
            script.append(path)
                    .append("' }\nfault = 'redirect'\nlocation = '")
                    .append(location)
                    .append("'\n");
            script.append(query ? "times = 1\n" : "");
            at = url.resolve(location) instanceof ParsedUrl.Target next
                    ? next.url().toString()
                    : at;
        }
        return script + "[[exchange]]\nrespond = { status = 200 }\n";
    }
}
