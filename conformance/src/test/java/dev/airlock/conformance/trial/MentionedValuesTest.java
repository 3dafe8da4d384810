package dev.airlock.conformance.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.conformance.Seen;
import dev.airlock.upstreams.RecordedRequest;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MentionedValuesTest {
    private static final Map<String, List<String>> FORM =
            Map.of("content-type", List.of("application/x-www-form-urlencoded"));

    @Test
    void areTheLeavesAndNamesOfAnOutput() {
        assertThat(MentionedValues.of(Seen.success("{\"a\":{\"b\":[1,\"x\",true]}}")))
                .containsExactlyInAnyOrder("a", "b", "1", "x", "true");
    }

    @Test
    void arePartsOfAUrlWithoutTheirEncoding() {
        assertThat(of(Seen.request("GET", "/things/two%20words?name=%C3%A4&size=3", Map.of(), "")))
                .contains("things", "two words", "name", "ä", "size", "3");
    }

    @Test
    void areTheHeadersThatWereSent() {
        assertThat(of(Seen.request("GET", "/", Map.of("x-id", List.of("k-1", "k-2")), "")))
                .contains("k-1", "k-2");
    }

    @Test
    void arePartsOfAFormAndTheWholeOfAnotherText() {
        assertThat(of(Seen.request("POST", "/", FORM, "a=b+c&d=%26"))).contains("a", "b c", "d", "&");
        assertThat(of(Seen.request("POST", "/", Map.of(), "a=b&c"))).contains("a=b&c");
    }

    @Test
    void keepWhatIsNoEncodingAsItStands() {
        assertThat(of(Seen.request("GET", "/100%", Map.of(), ""))).contains("100%");
    }

    @Test
    void doNotDependOnTheOrder() {
        assertThat(MentionedValues.of(Seen.success("{\"a\":1,\"b\":2}")))
                .isEqualTo(MentionedValues.of(Seen.success("{\"b\":2,\"a\":1}")));
    }

    private static Set<String> of(RecordedRequest request) {
        return MentionedValues.ofRequests(List.of(request));
    }
}
