package dev.airlock.runtime.recovery.policy;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Parses the {@code Retry-After} header (RFC 9110, 10.2.3): seconds, or a date in any of HTTP's three forms. */
public final class RetryAfter {
    private static final int MOST_DIGITS = 10;

    private static final List<DateTimeFormatter> DATES = List.of(
            DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.US)
                    .withZone(ZoneOffset.UTC),
            new DateTimeFormatterBuilder()
                    .appendPattern("EEEE, dd-MMM-")
                    .appendValueReduced(ChronoField.YEAR, 2, 2, 2000)
                    .appendPattern(" HH:mm:ss 'GMT'")
                    .toFormatter(Locale.US)
                    .withZone(ZoneOffset.UTC),
            DateTimeFormatter.ofPattern("EEE MMM ppd HH:mm:ss yyyy", Locale.US).withZone(ZoneOffset.UTC));

    private RetryAfter() {}

    /**
     * Returns how long the service asks to wait; zero if the time has passed.
     *
     * @param header the unchanged header
     * @return empty if there is no header, or it has none of these forms
     */
    public static Optional<Duration> parse(String header, Instant now) {
        String text = header.strip();
        if (!text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9')) {
            String digits = text.length() > MOST_DIGITS ? "9".repeat(MOST_DIGITS) : text;
            return Optional.of(Duration.ofSeconds(Long.parseLong(digits)));
        }
        return DATES.stream()
                .flatMap(form -> moment(text, form).stream())
                .findFirst()
                .map(moment -> Duration.between(now, moment))
                .map(wait -> wait.isNegative() ? Duration.ZERO : wait);
    }

    private static Optional<Instant> moment(String text, DateTimeFormatter form) {
        try {
            return Optional.of(ZonedDateTime.parse(text, form).toInstant());
        } catch (DateTimeException notOfThisForm) {
            return Optional.empty();
        }
    }
}
