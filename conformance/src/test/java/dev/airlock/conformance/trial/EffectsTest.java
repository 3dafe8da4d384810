package dev.airlock.conformance.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.upstreams.RecordedRequest;
import dev.airlock.upstreams.script.Body;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EffectsTest {
    private static final Effects EFFECTS = new Effects("k-1");
    private static long number;

    @ParameterizedTest
    @CsvSource({"GET, /a", "PUT, /a", "DELETE, /a", "POST, /things/k-1"})
    void countARequestOnceThatAServiceRecognises(String method, String path) {
        assertThat(repeated(request(method, path, "", "{}", true))).isEmpty();
    }

    @Test
    void countARequestOnceThatBearsTheKeyInAHeaderOrItsBody() {
        assertThat(repeated(request("POST", "/a", "k-1", "{}", true))).isEmpty();
        assertThat(repeated(request("POST", "/a", "", "{\"id\":\"x-k-1\"}", true)))
                .isEmpty();
    }

    @Test
    void countARequestTwiceThatNothingTellsFromANewOne() {
        assertThat(repeated(request("POST", "/a", "", "{}", true))).containsExactly("POST https://a.example/a");
        assertThat(repeated(request("PATCH", "/a", "other", "{}", true))).hasSize(1);
    }

    @Test
    void countTwiceWhatHasAnotherKeyEachTime() {
        RecordedRequest first = request("POST", "/a", "k-1-1", "{}", true);
        RecordedRequest second = request("POST", "/a", "k-1-2", "{}", true);

        assertThat(EFFECTS.moreThan(List.of(first), List.of(first, second))).hasSize(1);
    }

    @Test
    void countNothingThatTheServiceDidNotDo() {
        assertThat(EFFECTS.moreThan(
                        List.of(request("POST", "/a", "", "{}", true)),
                        List.of(request("POST", "/a", "", "{}", false), request("POST", "/a", "", "{}", true))))
                .isEmpty();
    }

    @Test
    void leaveOutWhatIsDoneOnlyAfterAFailure() {
        RecordedRequest post = request("POST", "/a", "", "{}", true);

        assertThat(EFFECTS.moreThan(List.of(post), List.of(post, request("POST", "/undo", "", "{}", true))))
                .isEmpty();
    }

    @Test
    void seeOtherContentUnderTheSameKeyAndNoOtherOrderOfProperties() {
        RecordedRequest first = request("POST", "/a", "k-1", "{\"x\":1,\"y\":2}", true);

        assertThat(EFFECTS.changed(List.of(first, request("POST", "/a", "k-1", "{\"y\":2,\"x\":1}", true))))
                .isEmpty();
        assertThat(EFFECTS.changed(List.of(first, request("POST", "/a", "k-1", "{\"x\":1,\"y\":3}", true))))
                .containsExactly("POST https://a.example/a");
        assertThat(EFFECTS.changed(List.of(first, request("POST", "/a", "k-1", "x", true))))
                .hasSize(1);
    }

    private static Iterable<String> repeated(RecordedRequest request) {
        RecordedRequest again = new RecordedRequest(
                request.number() + 1,
                request.protocol(),
                request.scheme(),
                request.method(),
                request.host(),
                request.target(),
                request.headers(),
                request.body(),
                request.rule(),
                request.effect());
        return EFFECTS.moreThan(List.of(request), List.of(request, again));
    }

    private static RecordedRequest request(String method, String path, String key, String body, boolean effect) {
        number += 10;
        return new RecordedRequest(
                number,
                "HTTP/1.1",
                "https",
                method,
                "a.example",
                path,
                key.isEmpty() ? Map.of() : Map.of("idempotency-key", List.of(key)),
                Body.of(body),
                OptionalInt.of(1),
                effect);
    }
}
