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

/** The {@code Retry-After} header (RFC 9110, 10.2.3): seconds, or a date in any of the three forms that HTTP knows. */
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
     * How long the service asks to wait; zero if the moment has passed.
     *
     * @param header the header as it came
     * @return empty if there is none or it is not of either form: then it says nothing
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
