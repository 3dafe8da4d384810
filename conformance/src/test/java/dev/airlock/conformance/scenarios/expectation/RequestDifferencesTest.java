package dev.airlock.conformance.scenarios.expectation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.airlock.conformance.Seen;
import dev.airlock.conformance.scenarios.expectation.Expectation.ExpectedRequest;
import dev.airlock.upstreams.RecordedRequest;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RequestDifferencesTest {
    private static final RecordedRequest SENT =
            Seen.request("POST", "/things?size=3", Map.of("x-id", List.of("k-1")), "{\"name\":\"x\",\"size\":3}");

    private static final ExpectedRequest ANY = new ExpectedRequest(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Map.of(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());

    @Test
    void looksAtNothingThatIsNotExpected() {
        assertThat(between(ANY)).isEmpty();
    }

    @Test
    void findsNothingWhereAllIsAsExpected() {
        assertThat(between(expected("POST", "a.example", "/things?size=3", Map.of("x-id", "k-1"))))
                .isEmpty();
        assertThat(between(body("{\"name\":\"x\",\"size\":3}", "name", "{\"size\":3,\"name\":\"x\"}")))
                .isEmpty();
    }

    @Test
    void namesEachPartThatDiffers() {
        assertThat(between(expected("PUT", "b.example", "/other", Map.of("x-id", "k-2", "x-more", "1"))))
                .extracting(Difference::at)
                .containsExactlyInAnyOrder(
                        "requests/1/method",
                        "requests/1/host",
                        "requests/1/path",
                        "requests/1/headers/x-id",
                        "requests/1/headers/x-more");
        assertThat(between(body("other", "absent", "{\"name\":\"y\",\"size\":3}")))
                .extracting(Difference::at)
                .containsExactly("requests/1/body", "requests/1/body", "requests/1/json/name");
    }

    @Test
    void comparesThePathWithTheQueryOnlyIfTheQueryIsExpected() {
        assertThat(between(expected("POST", "a.example", "/things", Map.of()))).isEmpty();
        assertThat(between(expected("POST", "a.example", "/things?size=4", Map.of())))
                .hasSize(1);
    }

    @Test
    void showsABodyThatIsNoJsonWhereJsonIsExpected() {
        RecordedRequest form = Seen.request("POST", "/", Map.of(), "a=b");

        assertThat(RequestDifferences.between(List.of(json(Seen.json("{}"))), List.of(form)))
                .singleElement()
                .isEqualTo(Difference.of("requests/1/json", "{}", "a=b"));
    }

    @Test
    void namesARequestThatIsMissingAndOneTooMany() {
        assertThat(RequestDifferences.between(
                        List.of(ANY, expected("GET", "a.example", "/x", Map.of())), List.of(SENT)))
                .containsExactly(Difference.missing("requests/2", "GET /x"));
        assertThat(RequestDifferences.between(List.of(ANY), List.of(SENT, SENT)))
                .containsExactly(Difference.unexpected("requests/2", "POST /things?size=3"));
    }

    private static List<Difference> between(ExpectedRequest expected) {
        return RequestDifferences.between(List.of(expected), List.of(SENT));
    }

    private static ExpectedRequest expected(String method, String host, String path, Map<String, String> headers) {
        return new ExpectedRequest(
                Optional.of(method),
                Optional.of(host),
                Optional.of(path),
                headers,
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    private static ExpectedRequest body(String whole, String part, String json) {
        return new ExpectedRequest(
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Map.of(),
                Optional.of(whole),
                Optional.of(part),
                Optional.of(Seen.json(json)));
    }

    private static ExpectedRequest json(JsonNode value) {
        return new ExpectedRequest(
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Map.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(value));
    }
}
