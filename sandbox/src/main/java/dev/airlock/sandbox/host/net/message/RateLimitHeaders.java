package dev.airlock.sandbox.host.net.message;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;

/**
 * Reads how long a service asks clients to wait in headers other than {@code Retry-After}: {@code RateLimit}
 * (draft-ietf-httpapi-ratelimit-headers, and its older forms {@code RateLimit-Remaining} and {@code RateLimit-Reset}),
 * or {@code X-RateLimit-Remaining} with {@code X-RateLimit-Reset}, as GitHub, Slack, Discord and many others send them.
 */
public final class RateLimitHeaders {
    private static final int FORBIDDEN = 403;
    private static final int TOO_MANY = 429;

    /**
     * The least number that is a moment and not a time to wait: seconds since 1970, from 2001 on; from the other one
     * on, milliseconds.
     */
    private static final long FIRST_MOMENT = 1_000_000_000L;

    private static final long FIRST_MOMENT_IN_MILLIS = 1_000_000_000_000L;

    /** The longest wait that is believed. A longer one is a reset in another unit, or of another year. */
    private static final Duration LONGEST = Duration.ofDays(31);

    private static final Pattern NUMBER = Pattern.compile("([0-9]{1,16})(?:\\.[0-9]{1,9})?");
    /** An item of a structured list (RFC 9651): a name, and parameters. */
    private static final Pattern POLICY = Pattern.compile("(?:\"[^\"]*\"|[^,\"])+");

    private static final Pattern PARAMETER = Pattern.compile(";\\s*([a-z*][a-z0-9_.*-]*)\\s*=\\s*([0-9]{1,15})");

    private RateLimitHeaders() {}

    /**
     * Returns what replaces a missing {@code Retry-After}: seconds, rounded up; empty if nothing says that the service
     * got too many requests.
     *
     * @param header returns a header's value, empty if there is none
     * @param now the time here, if the answer does not give the time there
     */
    public static String wait(int status, UnaryOperator<String> header, Instant now) {
        if (status != FORBIDDEN && status != TOO_MANY) {
            return "";
        }
        Instant there = date(header.apply("Date")).orElse(now);
        OptionalLong wait = structured(header.apply("RateLimit"));
        for (String prefix : new String[] {"RateLimit-", "X-RateLimit-", "X-Rate-Limit-"}) {
            boolean exhausted = header.apply(prefix + "Remaining").strip().matches("-?0+(\\.0+)?|-[0-9]+")
                    || (status == TOO_MANY && header.apply(prefix + "Remaining").isBlank());
            if (wait.isEmpty() && exhausted) {
                wait = reset(header.apply(prefix + "Reset").strip(), there);
            }
        }
        return wait.isPresent() && wait.getAsLong() <= LONGEST.toSeconds() ? Long.toString(wait.getAsLong()) : "";
    }

    /** Returns the longest time among the policies that have nothing left. */
    private static OptionalLong structured(String value) {
        LongStream waits = POLICY.matcher(value)
                .results()
                .map(item -> parameters(item.group()))
                .flatMapToLong(policy -> {
                    boolean exhausted = Long.valueOf(0).equals(policy.get("r"));
                    return exhausted && policy.containsKey("t") ? LongStream.of(policy.get("t")) : LongStream.empty();
                });
        return waits.max();
    }

    private static Map<String, Long> parameters(String item) {
        Map<String, Long> found = new HashMap<>();
        Matcher matcher = PARAMETER.matcher(item.replaceAll("\"[^\"]*\"", ""));
        while (matcher.find()) {
            found.putIfAbsent(matcher.group(1), Long.parseLong(matcher.group(2)));
        }
        return found;
    }

    private static OptionalLong reset(String value, Instant there) {
        Matcher number = NUMBER.matcher(value);
        if (!number.matches()) {
            return date(value).map(moment -> seconds(there, moment)).orElseGet(OptionalLong::empty);
        }
        long whole = Long.parseLong(number.group(1));
        if (whole >= FIRST_MOMENT_IN_MILLIS) {
            return seconds(there, Instant.ofEpochMilli(whole));
        }
        return whole >= FIRST_MOMENT
                ? seconds(there, Instant.ofEpochSecond(whole))
                : OptionalLong.of(number.group().contains(".") ? whole + 1 : whole);
    }

    /** Returns the time from one moment to another in whole seconds, rounded up. */
    private static OptionalLong seconds(Instant from, Instant to) {
        long millis = Math.max(0, Duration.between(from, to).toMillis());
        return OptionalLong.of((millis + 999) / 1000);
    }

    /** Reads a date as HTTP writes it (RFC 9110, 5.6.7), or as RFC 3339 does. */
    private static Optional<Instant> date(String text) {
        return date(text, DateTimeFormatter.RFC_1123_DATE_TIME.withLocale(Locale.US))
                .or(() -> date(text, DateTimeFormatter.ISO_OFFSET_DATE_TIME));
    }

    private static Optional<Instant> date(String text, DateTimeFormatter form) {
        try {
            return Optional.of(ZonedDateTime.parse(text.strip(), form).toInstant());
        } catch (DateTimeException notOfThisForm) {
            return Optional.empty();
        }
    }
}
