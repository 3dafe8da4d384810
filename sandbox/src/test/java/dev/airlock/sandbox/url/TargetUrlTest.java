package dev.airlock.sandbox.url;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TargetUrlTest {
    @ParameterizedTest
    @MethodSource("dev.airlock.sandbox.url.UrlCases#all")
    void parsesAsTheTableSays(UrlCases.UrlCase urlCase) {
        ParsedUrl parsed = TargetUrl.parse(urlCase.text());
        if (urlCase.isTarget()) {
            assertThat(outcome(parsed)).isEqualTo(urlCase.outcome());
        } else {
            assertThat(parsed)
                    .isInstanceOfSatisfying(
                            ParsedUrl.Refused.class,
                            refused -> assertThat(refused.why()).containsIgnoringCase(urlCase.reason()));
        }
    }

    @ParameterizedTest
    @MethodSource("dev.airlock.sandbox.url.UrlCases#all")
    void dialsWhatItAuthorised(UrlCases.UrlCase urlCase) {
        if (TargetUrl.parse(urlCase.text()) instanceof ParsedUrl.Target target) {
            TargetUrl url = target.url();
            assertThat(url.httpUrl().scheme()).isEqualTo(url.scheme().word());
            assertThat(url.httpUrl().host())
                    .isEqualTo(url.address().host().text().replace("[", "").replace("]", ""));
            assertThat(url.httpUrl().port()).isEqualTo(url.address().port());
            assertThat(url.httpUrl().username()).isEmpty();
            assertThat(url.httpUrl().password()).isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("dev.airlock.sandbox.url.UrlCases#all")
    void aRefusalIsSafeToShow(UrlCases.UrlCase urlCase) {
        if (TargetUrl.parse(urlCase.text()) instanceof ParsedUrl.Refused refused) {
            assertThat(refused.why()).doesNotContainPattern("\\p{Cntrl}");
        }
    }

    @Test
    void readsItsOwnCanonicalFormAsTheSame() {
        UrlCases.all()
                .filter(UrlCases.UrlCase::isTarget)
                .map(urlCase -> ((ParsedUrl.Target) TargetUrl.parse(urlCase.text())).url())
                .forEach(url ->
                        assertThat(outcome(TargetUrl.parse(url.toString()))).isEqualTo(outcome(url)));
    }

    @Test
    void refusesWhatIsTooLong() {
        String url = "https://api.example.com/" + "a".repeat(UrlParser.MAX_LENGTH);
        assertThat(TargetUrl.parse(url)).isInstanceOf(ParsedUrl.Refused.class);
    }

    private static String outcome(ParsedUrl parsed) {
        return parsed instanceof ParsedUrl.Target target ? outcome(target.url()) : parsed.toString();
    }

    private static String outcome(TargetUrl url) {
        return url.scheme().word() + " " + url.address() + " " + url.pathAndQuery();
    }
}
