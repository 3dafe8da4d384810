package dev.airlock.conformance.conversion;

import dev.airlock.failures.limit.LimitName;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.limits.LimitRule;
import dev.airlock.sandbox.call.Termination;
import dev.airlock.sandbox.recording.HostAnswer;
import dev.airlock.sandbox.recording.HostEvent;
import dev.airlock.sandbox.recording.HostQuery;
import dev.airlock.sandbox.recording.Recording;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** The table {@code [limits]} of a scenario: the limits that differed from the manifest's, and the wall time if it ended the call. */
final class LimitsToml {
    /** The wait for a service that never answers. */
    private static final long PATIENCE_MILLIS = 3_000;

    private final Map<LimitName, Long> limits = new EnumMap<>(LimitName.class);

    LimitsToml(Recording recording, ConnectorManifest manifest) {
        recording.limits().forEach((name, amount) -> {
            if (name != LimitName.WALL_TIME && amount != manifest.limits().get(name)) {
                limits.put(name, amount);
            }
        });
        wallTime(recording).ifPresent(millis -> {
            limits.put(LimitName.WALL_TIME, millis);
            limits.put(
                    LimitName.FUEL,
                    recording
                            .limits()
                            .getOrDefault(LimitName.FUEL, manifest.limits().get(LimitName.FUEL)));
        });
    }

    /** Returns whether the scenario gives the call less time than the recorded call had. */
    boolean isHurried(Recording recording) {
        Long millis = limits.get(LimitName.WALL_TIME);
        return millis != null && !millis.equals(recording.limits().get(LimitName.WALL_TIME));
    }

    /** Returns the table; empty if there are no limits to set. */
    String text() {
        Set<String> keys = new LinkedHashSet<>();
        limits.keySet().forEach(name -> keys.add(name.wireName()));
        return keys.isEmpty()
                ? ""
                : "[limits]\n" + keys.stream().map(this::line).collect(Collectors.joining()) + "\n";
    }

    private String line(String key) {
        List<LimitName> names = LimitName.ofWireName(key);
        if (names.size() == 1) {
            return LimitRule.of(names.get(0)).line(limits.getOrDefault(names.get(0), 0L)) + "\n";
        }
        String aspects = Arrays.stream(LimitName.values())
                .filter(name -> names.contains(name) && limits.containsKey(name))
                .map(name -> name.aspect() + " = " + value(name))
                .collect(Collectors.joining(", "));
        return key + " = { " + aspects + " }\n";
    }

    private String value(LimitName name) {
        String text = LimitRule.of(name).text(limits.getOrDefault(name, 0L));
        return name.unit() == LimitName.Unit.COUNT ? text : '"' + text + '"';
    }

    private static OptionalLong wallTime(Recording recording) {
        long had = recording.limits().getOrDefault(LimitName.WALL_TIME, 0L);
        for (HostEvent event : recording.events()) {
            if (event.answer() instanceof HostAnswer.Ended ended
                    && ended.termination() instanceof Termination.LimitReached reached
                    && reached.limit() == LimitName.WALL_TIME) {
                long until = TimeUnit.MICROSECONDS.toMillis(event.micros()) + PATIENCE_MILLIS;
                long seconds = TimeUnit.MILLISECONDS.toSeconds(until);
                return OptionalLong.of(
                        event.question() instanceof HostQuery.Http
                                ? Math.min(had, TimeUnit.SECONDS.toMillis(seconds))
                                : had);
            }
        }
        return OptionalLong.empty();
    }
}
