package dev.airlock.manifests;

import dev.airlock.failures.limit.LimitName;
import dev.airlock.formats.toml.Section;
import dev.airlock.manifests.limits.LimitRule;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads a table {@code [limits]}, of a manifest or of another file that sets limits in the same words. */
public final class LimitTable {
    private static final List<String> KEYS = Arrays.stream(LimitName.values())
            .map(LimitName::wireName)
            .distinct()
            .toList();

    private LimitTable() {}

    /** Returns the limits that the table sets, each within its range and in its unit. Reports every problem. */
    public static Map<LimitName, Long> read(Section table) {
        table.allow(KEYS);
        Map<LimitName, Long> limits = new EnumMap<>(LimitName.class);
        KEYS.forEach(key -> limits.putAll(limits(table, key)));
        return limits;
    }

    /** Returns the limits that one key sets: its limit, or, where several limits share the key, one of them or a table of them. */
    private static Map<LimitName, Long> limits(Section table, String key) {
        List<LimitName> names = LimitName.ofWireName(key);
        Map<LimitName, Long> set = new EnumMap<>(LimitName.class);
        if (names.size() > 1 && table.isTable(key)) {
            Section aspects = table.section(key).orElseThrow();
            aspects.allow(names.stream().map(LimitName::aspect).toList());
            names.forEach(
                    name -> limit(aspects, name.aspect(), LimitRule.of(name)).ifPresent(value -> set.put(name, value)));
        } else {
            LimitName first = names.get(0);
            limit(table, key, LimitRule.of(first)).ifPresent(value -> set.put(first, value));
        }
        return set;
    }

    private static Optional<Long> limit(Section table, String key, LimitRule rule) {
        Optional<Object> value = table.any(key);
        if (value.isEmpty()) {
            return Optional.empty();
        }
        boolean isText = value.get() instanceof String;
        return switch (rule.limit().unit()) {
            case BYTES ->
                isText
                        ? table.parsed(key, rule::parse)
                        : whole(table, key, rule, "a size, for instance \"" + rule.text(rule.standard()) + "\"");
            case MILLISECONDS ->
                isText
                        ? table.parsed(key, rule::parse)
                        : refuse(table, key, "a duration, for instance \"" + rule.text(rule.standard()) + "\"");
            case COUNT -> whole(table, key, rule, "a whole number, for instance " + rule.standard());
        };
    }

    private static Optional<Long> whole(Section table, String key, LimitRule rule, String wanted) {
        return table.any(key).orElseThrow() instanceof Long number
                ? table.problems().check(table.at(key), rule.check(number))
                : refuse(table, key, wanted);
    }

    private static Optional<Long> refuse(Section table, String key, String wanted) {
        table.wrongType(key, table.any(key).orElseThrow(), wanted);
        return Optional.empty();
    }
}
