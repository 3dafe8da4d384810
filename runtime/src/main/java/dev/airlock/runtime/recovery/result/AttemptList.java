package dev.airlock.runtime.recovery.result;

import dev.airlock.failures.effect.Effect;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes the attempts of one call for documents: all of up to 20; of more, the first and last ten. */
public final class AttemptList {
    /** The maximum number of attempts that are listed one by one. */
    public static final int MOST = 20;

    private AttemptList() {}

    /** Returns an entry for each attempt in order. If there are more than 20, one entry summarises those in the middle. */
    public static List<Map<String, Object>> of(List<Attempt> attempts) {
        if (attempts.size() <= MOST) {
            return attempts.stream().map(Attempt::toDetails).toList();
        }
        int end = attempts.size() - MOST / 2;
        List<Map<String, Object>> entries = new ArrayList<>();
        attempts.subList(0, MOST / 2).forEach(attempt -> entries.add(attempt.toDetails()));
        entries.add(summary(attempts.subList(MOST / 2, end)));
        attempts.subList(end, attempts.size()).forEach(attempt -> entries.add(attempt.toDetails()));
        return entries;
    }

    private static Map<String, Object> summary(List<Attempt> middle) {
        Map<String, Object> summary = new LinkedHashMap<>();
        summary.put("omitted", middle.size());
        summary.put("classes", classes(middle));
        summary.put(
                "request_sent",
                middle.stream().anyMatch(attempt -> attempt.sideEffects().requestSent()));
        summary.put(
                "effect",
                middle.stream()
                        .map(attempt -> attempt.sideEffects().effect())
                        .reduce(Effect.NONE, Effect::and)
                        .wireName());
        summary.put(
                "delay_ms",
                middle.stream()
                        .map(Attempt::delay)
                        .reduce(Duration.ZERO, Duration::plus)
                        .toMillis());
        return summary;
    }

    /** Counts the failures of each class, in the order of first occurrence. */
    private static Map<String, Object> classes(List<Attempt> attempts) {
        return attempts.stream()
                .flatMap(attempt -> attempt.failure().stream())
                .collect(Collectors.groupingBy(
                        failure -> failure.failureClass().wireName(),
                        LinkedHashMap::new,
                        Collectors.collectingAndThen(Collectors.counting(), count -> count)));
    }
}
