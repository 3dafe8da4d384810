package dev.airlock.sandbox.host.net.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RateLimitHeadersTest {
    private static final Instant NOW = Instant.parse("2026-11-28T12:00:00Z");

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            quoteCharacter = '`',
            nullValues = "never",
            value = {
                // GitHub, Slack, Discord: what is left, and a moment
                "403 # X-RateLimit-Remaining: 0 | X-RateLimit-Reset: 1795867230 # 30",
                "429 # X-RateLimit-Remaining: 0 | X-RateLimit-Reset: 1795867230000 # 30",
                "429 # X-RateLimit-Remaining: 0 | X-RateLimit-Reset: 1795867230001 # 31",
                "403 # X-RateLimit-Remaining: 0 | X-RateLimit-Reset: 1795867230.470 # 30",
                "403 # X-RateLimit-Remaining: 0 | X-RateLimit-Reset: 17 # 17",
                "403 # X-RateLimit-Remaining: 0 | X-RateLimit-Reset: 0.4 # 1",
                "403 # X-RateLimit-Remaining: 0 | X-RateLimit-Reset: Sat, 28 Nov 2026 12:00:09 GMT # 9",
                "403 # X-RateLimit-Remaining: 0 | X-RateLimit-Reset: 2026-11-28T13:00:09+01:00 # 9",
                "403 # X-Rate-Limit-Remaining: 0 | X-Rate-Limit-Reset: 17 # 17",
                "403 # X-RateLimit-Remaining: -3 | X-RateLimit-Reset: 17 # 17",
                // the service's own clock applies to its moments
                "403 # X-RateLimit-Remaining: 0 | X-RateLimit-Reset: 1795867230 | Date: Sat, 28 Nov 2026 12:00:20 GMT # 10",
                // a moment that has passed
                "403 # X-RateLimit-Remaining: 0 | X-RateLimit-Reset: 1795867100 # 0",
                // drafts of the standard header
                "429 # RateLimit: \"default\";r=0;t=12 # 12",
                "429 # RateLimit: \"a\";r=5;t=90, \"b,;r=0;t=99\";r=0; t=12 # 12",
                "429 # RateLimit: \"a\";r=0;t=7, \"b\";r=0;t=12 # 12",
                "429 # RateLimit-Limit: 10 | RateLimit-Remaining: 0 | RateLimit-Reset: 12 # 12",
                // 429 says by itself that nothing is left
                "429 # X-RateLimit-Reset: 17 # 17",
                // nothing says so
                "403 # X-RateLimit-Remaining: 1 | X-RateLimit-Reset: 17 # ``",
                "403 # X-RateLimit-Reset: 17 # ``",
                "403 # X-RateLimit-Remaining: 0 # ``",
                "403 # RateLimit: \"default\";r=1;t=12 # ``",
                "403 # RateLimit: \"default\";t=12 # ``",
                "403 # X-RateLimit-Remaining: zero | X-RateLimit-Reset: 17 # ``",
                "200 # X-RateLimit-Remaining: 0 | X-RateLimit-Reset: 17 # ``",
                "401 # X-RateLimit-Remaining: 0 | X-RateLimit-Reset: 17 # ``",
                "503 # X-RateLimit-Remaining: 0 | X-RateLimit-Reset: 17 # ``",
                // a wait of years, or one that cannot be read, is ignored
                "403 # X-RateLimit-Remaining: 0 | X-RateLimit-Reset: 9999999999 # ``",
                "403 # X-RateLimit-Remaining: 0 | X-RateLimit-Reset: 99999999999999999999999 # ``",
                "403 # X-RateLimit-Remaining: 0 | X-RateLimit-Reset: soon # ``",
                "403 # X-RateLimit-Remaining: 0 | X-RateLimit-Reset: -5 # ``",
            })
    void aWaitIsFoundWhereTheServiceSaysThatNothingIsLeft(int status, String headers, String seconds) {
        Map<String, String> byName = Arrays.stream(headers.split("\\|"))
                .map(header -> header.strip().split(": ", 2))
                .collect(Collectors.toMap(pair -> pair[0].toLowerCase(Locale.ROOT), pair -> pair[1]));

        assertThat(RateLimitHeaders.wait(status, name -> byName.getOrDefault(name.toLowerCase(Locale.ROOT), ""), NOW))
                .isEqualTo(seconds);
    }
}
