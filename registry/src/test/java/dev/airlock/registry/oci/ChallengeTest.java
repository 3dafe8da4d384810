package dev.airlock.registry.oci;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChallengeTest {
    private static final String REALM = "https://registry.example.com/token";

    private static String read(String... headers) {
        return Challenge.of(List.of(headers)).stream()
                .map(challenge -> challenge.scheme() + new TreeMap<>(challenge.parameters()))
                .reduce((one, other) -> one + " " + other)
                .orElse("");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "Basic realm=\"x\" | basic{realm=x}",
                "BASIC Realm=x | basic{realm=x}",
                "Basic realm=\"a\", Bearer realm=\"b\",service=\"c\" | basic{realm=a} bearer{realm=b, service=c}",
                "Bearer realm=\"b\",service=\"c\",Basic realm=\"a\" | bearer{realm=b, service=c} basic{realm=a}",
                "Newauth realm=\"apps\", type=1, title=\"Login to \\\"apps\\\"\", Basic realm=\"simple\""
                        + " | newauth{realm=apps, title=Login to \"apps\", type=1} basic{realm=simple}",
                "Negotiate, Bearer realm=\"b\" | negotiate{} bearer{realm=b}",
                "Negotiate YIIB/+a==, Bearer realm=\"b\" | negotiate{} bearer{realm=b}",
                "NTLM TlRMTVNTUAAC=,Basic realm=a | ntlm{} basic{realm=a}",
                "Basic realm=\"a, Bearer realm=b\" | basic{realm=a, Bearer realm=b}",
                "Basic realm=\"\\\", Bearer realm=\\\"evil\\\"\" | basic{realm=\", Bearer realm=\"evil\"}",
                "Bearer realm = \"b\" ,  scope=\"repository:a:pull,push\" | bearer{realm=b, scope=repository:a:pull,push}",
                ", ,Basic realm=\"a\",,, Bearer realm=\"b\", | basic{realm=a} bearer{realm=b}",
                "Bearer realm=https://a/token,service=c | bearer{realm=https://a/token, service=c}",
                "Bearer realm=\"first\", realm=\"second\" | bearer{realm=first}",
                "Basic | basic{}",
                "Basic Bearer realm=\"b\" | basic{} bearer{realm=b}",
                "Basic realm=\"a\", Bearer realm=\"without an end | basic{realm=a}",
                "Basic realm=\"a\", Bearer realm= | basic{realm=a} bearer{}",
                "Basic realm=\"a\", [] Bearer realm=\"b\" | ~~",
                "\"Bearer\" realm=\"b\" | ~~",
                "= | ~~",
                "~~ | ~~"
            })
    void aHeaderIsAListOfChallengesEachWithItsParameters(String header, String read) {
        assertThat(read(header)).isEqualTo(read);
    }

    @Test
    void severalHeadersAreReadEachByItself() {
        assertThat(read("Basic realm=\"a", "Bearer realm=\"b\"")).isEqualTo("bearer{realm=b}");
        assertThat(read("Basic realm=\"a\"", "Bearer realm=\"b\"")).isEqualTo("basic{realm=a} bearer{realm=b}");
    }

    @Test
    void aHeaderThatIsHugeOrMadeOfQuotesIsReadInNoTimeOrNotAtAll() {
        assertThat(read("Basic realm=\"" + "a".repeat(1 << 20) + "\"")).isEmpty();
        assertThat(read("Basic realm=\"" + "\\\"".repeat(8000))).isEmpty();
        assertThat(read("Basic realm=\"" + "\\\"".repeat(8000) + "\"")).startsWith("basic{realm=\"\"");
        assertThat(read("a=b,".repeat(4000))).isNotNull();
    }

    @Test
    void theTokenChallengeIsTakenWhereverItStands() {
        assertThat(bearer("Basic realm=\"x\", Bearer realm=\"" + REALM + "\",service=\"a \\\"b\\\"\""))
                .contains(new BearerChallenge(REALM, "a \"b\""));
        assertThat(bearer("Bearer service=\"no realm\", Bearer realm=\"" + REALM + "\""))
                .contains(new BearerChallenge(REALM, ""));
        assertThat(bearer("Basic realm=\"Bearer realm\"")).isEmpty();
    }

    private static Optional<BearerChallenge> bearer(String header) {
        return BearerChallenge.in(Challenge.of(List.of(header)));
    }

    @Test
    void aChallengeCannotBeChangedAfterwards() {
        Map<String, String> parameters = new TreeMap<>(Map.of("realm", "a"));
        Challenge challenge = new Challenge("basic", parameters);
        parameters.put("realm", "b");

        assertThat(challenge.parameters()).containsEntry("realm", "a");
    }
}
