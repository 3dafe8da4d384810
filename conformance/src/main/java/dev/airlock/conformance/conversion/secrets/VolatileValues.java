package dev.airlock.conformance.conversion.secrets;

import dev.airlock.sandbox.recording.HostAnswer;
import dev.airlock.sandbox.recording.HostEvent;
import dev.airlock.sandbox.recording.HostQuery;
import dev.airlock.sandbox.recording.Recording;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Finds values that a connector derived from random numbers or the time, which differ in each run: random bytes in hex (including a UUID's)
 * or base64, and the time as a number or as text.
 */
public final class VolatileValues {
    /** The most events that are examined, so that the conversion of a call with very many stays quick. */
    private static final int MOST_EVENTS = 200;

    private static final int LEAST_RANDOM = 4;
    private static final int RANDOM_IN_BASE64 = 6;

    /** A time as a number of seconds, milliseconds and so on keeps its first digits for 100 s. */
    private static final int DIGITS_OF_A_TIME = 8;

    private static final List<DateTimeFormatter> FORMS = List.of(
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm", Locale.ROOT).withZone(ZoneOffset.UTC),
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm", Locale.ROOT).withZone(ZoneOffset.UTC),
            DateTimeFormatter.ofPattern("dd MMM yyyy HH:mm", Locale.ROOT).withZone(ZoneOffset.UTC),
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmm", Locale.ROOT).withZone(ZoneOffset.UTC));

    private final Set<String> traces = new LinkedHashSet<>();
    private final boolean drawsRandomNumbers;
    private final Optional<Instant> begun;

    private VolatileValues(Recording recording) {
        List<HostEvent> events = recording.events().stream()
                .filter(event -> event.question() instanceof HostQuery.RandomBytes || isTimeOfDay(event.question()))
                .limit(MOST_EVENTS)
                .toList();
        events.forEach(this::add);
        this.drawsRandomNumbers = events.stream().anyMatch(event -> event.question() instanceof HostQuery.RandomBytes);
        this.begun = events.stream()
                .filter(event -> isTimeOfDay(event.question()) && event.answer() instanceof HostAnswer.Whole)
                .findFirst()
                .map(event -> instant(((HostAnswer.Whole) event.answer()).value() - event.micros() * 1_000));
        remove(recording);
    }

    public static VolatileValues of(Recording recording) {
        return new VolatileValues(recording);
    }

    /** Returns whether a text holds such a value. */
    public boolean isIn(String text) {
        if (traces.isEmpty()) {
            return false;
        }
        String bare = bare(text);
        return traces.stream().anyMatch(trace -> text.contains(trace) || bare.contains(trace));
    }

    /** Returns whether the call drew random numbers. */
    public boolean drawsRandomNumbers() {
        return drawsRandomNumbers;
    }

    /** Returns the time at the start of the call, if the call read its clock. */
    public Optional<Instant> begun() {
        return begun;
    }

    private static boolean isTimeOfDay(HostQuery question) {
        return question instanceof HostQuery.Time time && time.clock() == HostQuery.Clock.REALTIME;
    }

    private void add(HostEvent event) {
        if (event.answer() instanceof HostAnswer.Whole now) {
            Instant instant = instant(now.value());
            String seconds = Long.toString(instant.getEpochSecond());
            traces.add(seconds.substring(0, Math.min(DIGITS_OF_A_TIME, seconds.length())));
            FORMS.forEach(form -> traces.add(form.format(instant)));
        } else if (event.answer() instanceof HostAnswer.Bytes bytes) {
            bytes.value().ifPresent(value -> random(value.bytes()));
        }
    }

    private void random(byte[] bytes) {
        if (bytes.length >= LEAST_RANDOM) {
            traces.add(HexFormat.of().formatHex(bytes, 0, LEAST_RANDOM));
        }
        if (bytes.length >= RANDOM_IN_BASE64) {
            byte[] start = java.util.Arrays.copyOf(bytes, RANDOM_IN_BASE64);
            traces.add(Base64.getEncoder().encodeToString(start));
            traces.add(Base64.getUrlEncoder().encodeToString(start));
        }
    }

    /** Removes traces that occur in the connector's inputs, because inputs that it passes on are the same in each run. */
    private void remove(Recording recording) {
        StringBuilder given = new StringBuilder(recording.asked().args().toString());
        given.append(recording.asked().idempotencyKey());
        for (HostEvent event : recording.events()) {
            if (event.answer() instanceof HostAnswer.Http http) {
                http.response().ifPresent(response -> {
                    given.append(response.body().text());
                    response.headers().forEach(header -> given.append(header.value()));
                });
            }
        }
        String bare = bare(given.toString());
        traces.removeIf(trace -> given.indexOf(trace) >= 0 || bare.contains(trace));
    }

    /** Returns the text in the form in which hex is compared: in lower case and without the hyphens of a UUID. */
    private static String bare(String text) {
        return text.toLowerCase(Locale.ROOT).replace("-", "");
    }

    private static Instant instant(long nanos) {
        return Instant.ofEpochSecond(Math.floorDiv(nanos, 1_000_000_000L), Math.floorMod(nanos, 1_000_000_000L));
    }
}
