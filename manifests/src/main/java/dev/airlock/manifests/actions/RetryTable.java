package dev.airlock.manifests.actions;

import dev.airlock.manifests.limits.TimeSpan;
import dev.airlock.manifests.parsing.Nearest;
import dev.airlock.manifests.parsing.Parsed;
import dev.airlock.manifests.parsing.Printable;
import dev.airlock.manifests.toml.Section;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads {@code retry} of a step: the name of a policy, or a table. */
final class RetryTable {
    private static final List<String> KEYS = List.of("max", "backoff", "cap");
    private static final List<String> BACKOFFS = List.of("fixed", "linear", "exponential");
    private static final Pattern PRESET = Pattern.compile("[a-z][a-z_]*");
    private static final int MOST = 20;

    private RetryTable() {}

    static Optional<Action.Retry> read(Section step) {
        if (step.any("retry").orElse(0L) instanceof String) {
            return step.parsed("retry", RetryTable::preset)
                    .map(name ->
                            new Action.Retry(Optional.of(name), Optional.empty(), Optional.empty(), Optional.empty()));
        }
        return step.section("retry").map(RetryTable::table);
    }

    private static Action.Retry table(Section table) {
        table.allow(KEYS);
        return new Action.Retry(
                Optional.empty(),
                max(table),
                table.parsed("backoff", RetryTable::backoff),
                table.parsed("cap", TimeSpan::parse).map(Duration::toMillis));
    }

    private static Optional<Integer> max(Section table) {
        Optional<Object> value = table.any("max");
        if (value.isEmpty()) {
            return Optional.empty();
        }
        if (value.get() instanceof Long number && number >= 0 && number <= MOST) {
            return Optional.of(number.intValue());
        }
        table.problem("max", "max is no number of retries", "write a whole number from 0 to " + MOST);
        return Optional.empty();
    }

    private static Parsed<String> preset(String text) {
        return PRESET.matcher(text).matches()
                ? Parsed.ok(text)
                : Parsed.wrong(
                        "retry " + Printable.quoted(text) + " is no policy's name",
                        "write its name, for instance \"none\", or a table: retry = { max = 2 }");
    }

    private static Parsed<String> backoff(String text) {
        return BACKOFFS.contains(text)
                ? Parsed.ok(text)
                : Parsed.wrong(
                        "backoff " + Printable.quoted(text) + " is unknown",
                        Nearest.to(text, BACKOFFS)
                                .map(near -> "did you mean \"" + near + "\"?")
                                .orElse("write one of " + String.join(", ", BACKOFFS)));
    }
}
