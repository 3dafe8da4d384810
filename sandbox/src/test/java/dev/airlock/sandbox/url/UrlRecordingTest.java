package dev.airlock.sandbox.url;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UrlRecordingTest {
    @ParameterizedTest
    @CsvSource({
        "HOST_ONLY, /hooks/token, /…",
        "PATH, /hooks/token, /hooks/token",
        "PATH, /a?b=c, /a?…",
        "QUERY_NAMES, /a, /a",
        "QUERY_NAMES, /a?, /a?",
        "QUERY_NAMES, /a?b=c&d=e=f&&g, /a?b=…&d=…&&…",
        "QUERY_NAMES, /a?b=c?d=e, /a?b=…",
        "QUERY_NAMES, /a?b;c=d;;e, /a?…;c=…;;…",
        "QUERY_NAMES, /a?b&amp;c=d, /a?…&…;c=…",
        "WHOLE, /a?b=c, /a?b=c",
    })
    void keepsAsMuchAsItSays(UrlRecording recording, String target, String kept) {
        TargetUrl url = ((ParsedUrl.Target) TargetUrl.parse("https://api.example.com" + target)).url();
        assertThat(recording.of(url)).isEqualTo(kept);
    }
}
