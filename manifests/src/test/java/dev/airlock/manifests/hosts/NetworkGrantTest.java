package dev.airlock.manifests.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.formats.text.Parsed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NetworkGrantTest {
    @Test
    void meansHttpsUnlessItSaysHttp() {
        assertThat(NetworkGrant.parse("A.example:443").orThrow()).satisfies(grant -> {
            assertThat(grant.scheme()).isEqualTo(UrlScheme.HTTPS);
            assertThat(grant).hasToString("a.example:443");
        });
        assertThat(NetworkGrant.parse("http://A.example:80").orThrow()).satisfies(grant -> {
            assertThat(grant.scheme()).isEqualTo(UrlScheme.HTTP);
            assertThat(grant).hasToString("http://a.example:80");
        });
        assertThat(NetworkGrant.parse("http://a.example:443")).isNotEqualTo(NetworkGrant.parse("a.example:443"));
    }

    @ParameterizedTest
    @CsvSource({
        "https://api.example.com/, api.example.com:443",
        "https://api.example.com:8443/v1?x=1#y, api.example.com:8443",
        "api.example.com, api.example.com:443",
        "api.example.com/, api.example.com:443",
        "API.example.com., api.example.com:443",
        "api.example.com.:443, api.example.com:443",
        "x:, x:443",
        "HTTP://localhost:8080, http://localhost:8080",
        "http://localhost, http://localhost:80",
        "http://a:1/x, http://a:1",
        "https://[::1]/, [::1]:443",
        "2001:db8:1:2:3:4:5:6:443, [2001:db8:1:2:3:4:5:6]:443",
        "' a.example:443', a.example:443",
    })
    void suggestsWhatWasMeant(String text, String suggestion) {
        assertThat(NetworkGrant.parse(text))
                .isInstanceOfSatisfying(
                        Parsed.Wrong.class,
                        wrong -> assertThat(wrong.right()).isEqualTo("write \"" + suggestion + "\""));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://granted.example@evil.example/",
                "https://granted.example\\@evil.example/",
                "*.example.com:443",
                "ftp://a.example:21",
                "a%2eb:443",
                "",
                "://",
                "https://",
                "http://http://a:1",
            })
    void doesNotGuessWhereTwoHostsCouldBeMeant(String text) {
        assertThat(NetworkGrant.parse(text))
                .isInstanceOfSatisfying(
                        Parsed.Wrong.class, wrong -> assertThat(wrong.right()).isEqualTo(HostPort.EXAMPLE));
    }

    @Test
    void suggestsOnlyWhatItWouldTake() {
        for (String text : new String[] {"https://a/", "a", "http://a", "1.2.3.4", "[::1]", "::1", "a.:"}) {
            String right = ((Parsed.Wrong<NetworkGrant>) NetworkGrant.parse(text)).right();
            String suggestion = right.substring(right.indexOf('"') + 1, right.lastIndexOf('"'));
            assertThat(NetworkGrant.parse(suggestion)).isInstanceOf(Parsed.Ok.class);
        }
    }
}
