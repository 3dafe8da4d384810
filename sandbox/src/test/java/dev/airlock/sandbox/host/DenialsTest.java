package dev.airlock.sandbox.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.failures.Denial;
import dev.airlock.manifests.hosts.Host;
import dev.airlock.manifests.hosts.NetworkGrant;
import dev.airlock.sandbox.host.net.address.AddressRules;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each request that is refused ends the call, and dials nothing. */
class DenialsTest {
    @ParameterizedTest
    @CsvSource({
        "https://evil.example.net/, evil.example.net:443",
        "http://api.example.com/, http://api.example.com:80",
        "http://api.example.com:443/, http://api.example.com:443",
        "https://api.example.com:8443/, api.example.com:8443",
        "https://sub.api.example.com/, sub.api.example.com:443",
        "https://example.com/, example.com:443",
        "https://a.example:443#.api.example.com/, a.example:443",
        "https://evil.example/x?.api.example.com/, evil.example:443",
    })
    void deniesAHostThatTheManifestDoesNotNameAndSaysWhichLineWouldAllowIt(String url, String requested) {
        Denial denial = denied(Guest.with(), "{\"url\":\"" + url + "\"}");
        assertThat(denial.requested()).isEqualTo(requested);
        assertThat(denial.granted()).containsExactly("api.example.com:443");
        assertThat(denial.how()).contains("[capabilities.network]", "hosts");
        assertThat(denial.fix()).isEqualTo("hosts = [\"api.example.com:443\", \"" + requested + "\"]");
    }

    @ParameterizedTest
    @CsvSource({
        "http://169.254.169.254/latest/meta-data/, http://169.254.169.254:80",
        "http://[64:ff9b::a9fe:a9fe]/, http://[64:ff9b::a9fe:a9fe]:80",
        "https://100.100.100.200/, 100.100.100.200:443",
    })
    void noGrantAllowsAMetadataAddressAndTheDenialSaysSo(String url, String requested) {
        for (Guest.Setup setup : List.of(
                Guest.with(),
                Guest.with("api.example.com:443", requested),
                Guest.with("api.example.com:443", requested)
                        .addresses(new AddressRules(Set.of(NetworkGrant.parse(requested)
                                .orThrow()
                                .address()
                                .host()))))) {
            Denial denial = denied(setup, "{\"url\":\"" + url + "\"}");
            assertThat(denial.what())
                    .isEqualTo("The connector asked for " + requested
                            + ", a cloud metadata address, which no connector may reach");
            assertThat(denial.requested()).isEqualTo(requested);
            assertThat(denial.fix()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "http://10.0.0.5/, http://10.0.0.5:80, 10.0.0.5, a private address",
        "https://127.0.0.1:8443/, 127.0.0.1:8443, 127.0.0.1, a loopback address",
        "http://localhost:1234/, http://localhost:1234, localhost, a loopback address",
        "http://app.localhost/, http://app.localhost:80, app.localhost, a loopback address",
        "https://[fe80::1]/, [fe80::1]:443, [fe80::1], a link-local address",
        "https://[64:ff9b::a00:5]/, [64:ff9b::a00:5]:443, [64:ff9b::a00:5], an IPv6 form of an IPv4 address",
    })
    void theLineForAnAddressThatIsNotPublicNamesTheFlagThatItNeedsToo(
            String url, String requested, String host, String kind) {
        Denial denial = denied(Guest.with(), "{\"url\":\"" + url + "\"}");
        assertThat(denial.what()).contains(requested + ", " + kind + ", which its manifest does not name");
        assertThat(denial.fix())
                .isEqualTo("hosts = [\"api.example.com:443\", \"" + requested + "\"] # and run it with --allow-private "
                        + host);

        Denial allowed = denied(
                Guest.with().addresses(new AddressRules(Set.of(Host.parse(host).orThrow()))),
                "{\"url\":\"" + url + "\"}");
        assertThat(allowed.fix()).isEqualTo("hosts = [\"api.example.com:443\", \"" + requested + "\"]");
    }

    @Test
    void plainHttpToAnEntryForTheLoopbackInterfaceNeedsTheFlagOnly() {
        Denial denial = denied(Guest.with("localhost:1234"), "{\"url\":\"http://localhost:1234/\"}");
        assertThat(denial.what())
                .isEqualTo(
                        "The connector asked for http://localhost:1234, and its manifest names localhost:1234, which is"
                                + " https");
        assertThat(denial.fix()).startsWith("run it with `--allow-private localhost`");
    }

    @Test
    void passesOnceTheLineIsPasted() {
        try (Guest guest =
                Guest.with("api.example.com:443", "evil.example.net:443").start()) {
            assertThat(guest.get("https://evil.example.net/")).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "api.example.com",
                "ftp://api.example.com/",
                "https://api.example.com@evil.example/",
                "https://api.example.com\\\\@evil.example/",
                "https://api%2eexample.com/",
                "https://api.example.com:0/",
                "https://api.example.com/a b",
                "https://api.example.com/\\r\\nHost: evil",
                "http://2130706433/",
                "http://[::ffff:127.0.0.1]/",
            })
    void deniesAUrlThatIsNone(String url) {
        Denial denial = denied(Guest.with(), "{\"url\":\"" + url + "\"}");
        assertThat(denial.what()).startsWith("The connector asked for a URL that ");
        assertThat(denial.fix()).isEmpty();
    }

    @Test
    void keepsTheQueryOfABadUrlToItself() {
        Denial denial = denied(Guest.with(), "{\"url\":\"ftp://api.example.com/?token=canary\"}");
        assertThat(denial.toString()).doesNotContain("canary");
    }

    @ParameterizedTest
    @ValueSource(strings = {"CONNECT", "TRACE", "connect", "PROPFIND", "", "GET ", "G\\r\\nET", "PRI", "QUERY"})
    void deniesAMethodThatIsNotRelayed(String method) {
        Denial denial = denied(Guest.with(), "{\"method\":\"" + method + "\",\"url\":\"https://api.example.com/\"}");
        assertThat(denial.granted()).contains("GET", "OPTIONS");
        assertThat(denial.what()).doesNotContainPattern("\\p{Cntrl}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "HEAD"})
    void deniesABodyThatNobodyReads(String method) {
        denied(Guest.with(), "{\"method\":\"" + method + "\",\"url\":\"https://api.example.com/\",\"body\":\"x\"}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Host | evil.example",
                "host | api.example.com",
                "Content-Length | 5",
                "Transfer-Encoding | chunked",
                "Connection | close",
                "Connection | X-Secret",
                "Keep-Alive | 5",
                "TE | trailers",
                "Trailer | X",
                "Upgrade | h2c",
                "HTTP2-Settings | x",
                "Expect | 100-continue",
                "Proxy-Authorization | Basic x",
                "proxy-connection | keep-alive",
                "Proxy-Anything | x",
                ":authority | evil.example",
                ":path | /x",
                "'' | x",
                "X Y | z",
                "X:Y | z",
                "X\\r\\nHost | evil",
                "X\\u0000 | z",
                "Ü | z",
                "X(Y) | z",
                "X | a\\r\\nHost: evil.example",
                "X | a\\nb",
                "X | a\\rb",
                "X | a\\u0000b",
                "X | \\u001b[2J",
                "X | a\\u007fb",
                "X | ü",
                "X | \\ud83d\\ude00",
                "X | \\ud800",
            })
    void deniesAHeaderThatIsNotTheConnectorsToSet(String name, String value) {
        Denial denial = denied(
                Guest.with(),
                "{\"url\":\"https://api.example.com/\",\"headers\":{\"A\":\"b\",\"" + name + "\":\"" + value + "\"}}");
        assertThat(denial.what()).startsWith("The connector set a header ").doesNotContainPattern("\\p{Cntrl}");
        assertThat(denial.requested()).doesNotContainPattern("\\p{Cntrl}");
    }

    @Test
    void letsOrdinaryHeadersThrough() {
        try (Guest guest = Guest.with().start()) {
            assertThat(guest.request("{\"url\":\"https://api.example.com/\",\"headers\":"
                            + "{\"Authorization\":\"Bearer own\",\"Cookie\":\"a=b\",\"X-Tab\":\"a\\tb\",\"Accept\":\"*/*\","
                            + "\"User-Agent\":\"mine\",\"Range\":\"bytes=0-1\",\"X-Empty\":\"\"}}"))
                    .isZero();
            assertThat(guest.upstream.requests()).singleElement().satisfies(request -> {
                assertThat(request.headers().get("user-agent")).containsExactly("mine");
                assertThat(request.headers().get("authorization")).containsExactly("Bearer own");
                assertThat(request.headers().get("x-tab")).containsExactly("a\tb");
            });
        }
    }

    @Test
    void takesPlainHttpOnLoopbackIfTheEmbedderAllowsTheHost() {
        Guest.Setup setup = Guest.with("127.0.0.1:8080");
        assertThat(denied(setup, "{\"url\":\"http://127.0.0.1:8080/\"}").requested())
                .isEqualTo("http://127.0.0.1:8080");
        AddressRules allowed = new AddressRules(Set.of(Host.parse("127.0.0.1").orThrow()));
        try (Guest guest = Guest.with("127.0.0.1:8080").addresses(allowed).start()) {
            assertThat(guest.get("http://127.0.0.1:8080/")).isIn(0, -1);
            assertThat(guest.scope.hostTermination()).isEmpty();
        }
    }

    private static Denial denied(Guest.Setup setup, String json) {
        try (Guest guest = setup.start()) {
            Denial denial = guest.denied(json).denial();
            assertThat(guest.dials).as("names dialled").hasValue(0);
            assertThat(guest.upstream.requests()).isEmpty();
            assertThat(guest.scope.evidence().requestSent()).isFalse();
            assertThat(guest.scope.evidence().all()).isEmpty();
            return denial;
        }
    }
}
