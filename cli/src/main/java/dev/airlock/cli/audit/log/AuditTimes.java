package dev.airlock.cli.audit.log;

import dev.airlock.sandbox.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Converts a time from a person: an age, a day, or an instant. */
public final class AuditTimes implements ITypeConverter<Instant> {
    private static final Pattern AGO = Pattern.compile("([0-9]{1,6})([smhd])");

    @Override
    public Instant convert(String text) {
        return ago(text)
                .or(() -> moment(text))
                .orElseThrow(
                        () -> new TypeConversionException(
                                "it is not a time: write 90s, 15m, 2h or 7d, a day such as 2026-11-28, or 2026-11-28T09:30:00Z"));
    }

    private static Optional<Instant> ago(String text) {
        Matcher matcher = AGO.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        long number = Long.parseLong(matcher.group(1));
        Duration length = switch (matcher.group(2)) {
            case "s" -> Duration.ofSeconds(number);
            case "m" -> Duration.ofMinutes(number);
            case "h" -> Duration.ofHours(number);
            default -> Duration.ofDays(number);
        };
        return Optional.of(
                Instant.ofEpochSecond(0, Clock.SYSTEM.realtimeNanos()).minus(length));
    }

    private static Optional<Instant> moment(String text) {
        try {
            return Optional.of(
                    text.contains("T")
                            ? Instant.parse(text)
                            : LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant());
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }
}
