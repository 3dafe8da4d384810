package dev.airlock.manifests.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.airlock.formats.text.Parsed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HostPortTest {
    @ParameterizedTest
    @CsvSource({
        "a.example:443, a.example:443",
        "A.example:1, a.example:1",
        "[::1]:65535, [::1]:65535",
        "127.0.0.1:8080, 127.0.0.1:8080",
    })
    void parsesAHostAndAPort(String text, String canonical) {
        assertThat(HostPort.parse(text).orThrow()).hasToString(canonical);
        assertThat(HostPort.parse(text, 1).orThrow()).hasToString(canonical);
    }

    @Test
    void takesADefaultPortWhereAUrlNamesNone() {
        assertThat(HostPort.parse("Slack.com", 443).orThrow()).hasToString("slack.com:443");
        assertThat(HostPort.parse("[::1]", 80).orThrow()).hasToString("[::1]:80");
        assertThat(HostPort.parse("slack.com:", 443)).isInstanceOf(Parsed.Wrong.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ":",
                "x:",
                ":443",
                "*:443",
                "a:0",
                "a:70000",
                "a:65536",
                "a:0443",
                "a:+443",
                "a:-1",
                "a:443 ",
                " a:443",
                "a :443",
                "a: 443",
                "a:44３",
                "a:4294967739",
                "a:99999999999999999999",
                "http://a:1/x",
                "http://a:1",
                "https://a:1",
                "//a:1",
                "a:443#.granted.example",
                "granted.example@evil.example:443",
                "granted.example\\@evil.example:443",
                "evil.example/x?.granted.example:443",
                "evil.example?.granted.example:443",
                "a%2eexample:443",
                "a%2Fb:443",
                "::1:443",
                "[::1]443",
                "[::1]x:443",
                "x[::1]:443",
                "[::1:443",
                "a:b:443",
                "a\n:443",
                "a\u0000:443",
                "a\u00a0b:443",
                "a／b:443",
                "a：443",
                "℀.example:443",
            })
    void takesNothingElse(String text) {
        assertThat(HostPort.parse(text)).isInstanceOf(Parsed.Wrong.class);
    }

    @Test
    void isEqualWhenItMeansTheSame() {
        assertThat(HostPort.parse("BÜCHER.example:443").orThrow())
                .isEqualTo(HostPort.parse("xn--bcher-kva.example:443").orThrow());
    }

    @Test
    void hasAPortBetween1And65535() {
        Host host = Host.parse("a").orThrow();
        assertThatThrownBy(() -> new HostPort(host, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new HostPort(host, 65_536))
                .hasMessage("a port is a number from 1 to 65535, not 65536");
    }
}
