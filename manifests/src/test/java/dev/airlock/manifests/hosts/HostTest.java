package dev.airlock.manifests.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.formats.text.Parsed;
import java.net.IDN;
import java.net.InetAddress;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HostTest {
    @ParameterizedTest
    @CsvSource({
        "api.example.com, api.example.com",
        "API.Example.COM, api.example.com",
        "localhost, localhost",
        "xn--bcher-kva.example, xn--bcher-kva.example",
        "bücher.example, xn--bcher-kva.example",
        "BÜCHER.example, xn--bcher-kva.example",
        "ａpi.example, api.example",
        "api。example, api.example",
        "1.example, 1.example",
        "1a, 1a",
        "192.0.2.1, 192.0.2.1",
        "１９２.0.2.1, 192.0.2.1",
        "0.0.0.0, 0.0.0.0",
        "255.255.255.255, 255.255.255.255",
    })
    void hasOneSpelling(String text, String canonical) {
        assertThat(Host.parse(text).orThrow().text()).isEqualTo(canonical);
        assertThat(Host.parse(text)).isEqualTo(Host.parse(canonical));
    }

    @Test
    void aNameThatNeedsNoConversionIsWhatTheConversionMakesOfIt() {
        Random random = new Random(5);
        String signs = "aZx0n-.-.xn--K";
        for (int i = 0; i < 20_000; i++) {
            StringBuilder text = new StringBuilder();
            random.ints(1 + random.nextInt(12), 0, signs.length()).forEach(sign -> text.append(signs.charAt(sign)));
            Parsed<Host> host = Host.parse(text.toString());
            Optional<String> converted = converted(text.toString());

            assertThat(host.optional().map(Host::text)).as(text.toString()).isIn(Optional.empty(), converted);
            if (converted.isPresent() && converted.get().matches("[a-z]+([-a-z]*[a-z])?(\\.[a-z]+)*")) {
                assertThat(host.optional()).as(text.toString()).isPresent();
            }
        }
    }

    private static Optional<String> converted(String text) {
        try {
            return Optional.of(IDN.toASCII(text, IDN.USE_STD3_ASCII_RULES).toLowerCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** The examples of RFC 5952 with their canonical forms. */
    @ParameterizedTest
    @CsvSource({
        "[2001:db8::1], [2001:db8::1]",
        "[2001:DB8:0:0:0:0:0:1], [2001:db8::1]",
        "[2001:db8:0:0:1:0:0:1], [2001:db8::1:0:0:1]",
        "[2001:0db8::0001], [2001:db8::1]",
        "[2001:db8::0:1], [2001:db8::1]",
        "[2001:db8:0:1:1:1:1:1], [2001:db8:0:1:1:1:1:1]",
        "[2001:0:0:1:0:0:0:1], [2001:0:0:1::1]",
        "[::], [::]",
        "[::1], [::1]",
        "[0:0:0:0:0:0:0:1], [::1]",
        "[1::], [1::]",
        "[fe80::AbCd], [fe80::abcd]",
        "[::ffff:192.0.2.1], [::ffff:192.0.2.1]",
        "[::ffff:c000:201], [::ffff:192.0.2.1]",
        "[64:ff9b::192.0.2.33], [64:ff9b::c000:221]",
        "[1:2:3:4:5:6:7:8], [1:2:3:4:5:6:7:8]",
        "[1:2:3:4:5:6:1.2.3.4], [1:2:3:4:5:6:102:304]",
        "[0:2:3:4:5:6:7:8], [0:2:3:4:5:6:7:8]",
        "[::2:3:4:5:6:7:8], [0:2:3:4:5:6:7:8]",
    })
    void writesIpv6AsRfc5952Asks(String text, String canonical) {
        assertThat(Host.parse(text).orThrow().text()).isEqualTo(canonical);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ".",
                "a.",
                ".a",
                "a..b",
                "-a",
                "a-",
                "a_b",
                "a b",
                "a/b",
                "a:b",
                "a@b",
                "*",
                "a%62",
                "a\u0000b",
                "a\u200db",
                "\ud800",
                "1",
                "127.1",
                "127.0.1",
                "0x7f.0.0.1",
                "127.0.0.0x1",
                "0177.0.0.1",
                "00.0.0.0",
                "256.0.0.1",
                "1.2.3.4.5",
                "2130706433",
                "99999999999999999999",
                "a.123",
                "1.2.3.4.",
                "١٢٧.0.0.1",
                "[]",
                "[:]",
                "[:::]",
                "[::1",
                "::1",
                "[1:2:3:4:5:6:7]",
                "[1:2:3:4:5:6:7:8:9]",
                "[1:2:3:4:5:6:7::8]",
                "[1::2::3]",
                "[12345::]",
                "[g::]",
                "[::1%eth0]",
                "[::1.2.3]",
                "[::1.2.3.04]",
                "[1.2.3.4::]",
                "[::1.2.3.4:1]",
                "[::١]",
                "[::-1]",
                "[ ::1]",
                "[1.2.3.4]",
                "[example]",
                "xn--ü.example",
            })
    void refusesWhatIsNoHost(String text) {
        assertThat(Host.parse(text)).isInstanceOf(Parsed.Wrong.class);
    }

    @Test
    void refusesWhatIsTooLong() {
        assertThat(Host.parse("a".repeat(63) + ".example")).isInstanceOf(Parsed.Ok.class);
        assertThat(Host.parse("a".repeat(64) + ".example")).isInstanceOf(Parsed.Wrong.class);
        assertThat(Host.parse("a.".repeat(126) + "a")).isInstanceOf(Parsed.Ok.class);
        assertThat(Host.parse("a.".repeat(127) + "a")).isInstanceOf(Parsed.Wrong.class);
        assertThat(Host.parse("ü".repeat(100_000))).isInstanceOf(Parsed.Wrong.class);
        assertThat(Host.parse("[" + ":".repeat(100_000) + "]")).isInstanceOf(Parsed.Wrong.class);
    }

    @Test
    void knowsAnAddressWithoutALookUp() throws Exception {
        assertThat(Host.parse("192.0.2.1").orThrow().address())
                .contains(InetAddress.getByAddress(new byte[] {(byte) 192, 0, 2, 1}));
        assertThat(Host.parse("[::1]").orThrow().address())
                .get()
                .satisfies(address -> assertThat(address.isLoopbackAddress()).isTrue());
        assertThat(Host.parse("localhost").orThrow().address()).isEmpty();
    }
}
