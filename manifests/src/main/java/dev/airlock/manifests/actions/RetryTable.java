package dev.airlock.manifests.actions;

import com.fasterxml.jackson.databind.JsonNode;
import dev.airlock.formats.text.Nearest;
import dev.airlock.formats.text.Parsed;
import dev.airlock.formats.text.Printable;
import dev.airlock.formats.toml.LocatedJson;
import dev.airlock.formats.toml.Section;
import dev.airlock.manifests.limits.TimeSpan;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Reads {@code retry} of a step: the name of a policy, or a table. Checks only the form; the runtime knows the policies and checks the
 * values.
 */
final class RetryTable {
    private static final List<String> KEYS =
            List.of("preset", "max", "backoff", "base", "factor", "cap", "jitter", "classifier", "unattended");
    private static final List<String> BACKOFFS = List.of("fixed", "linear", "exponential");
    private static final Pattern PRESET = Pattern.compile("[a-z][a-z_]*");
    private static final int MOST = 100;

    private RetryTable() {}

    static Optional<Action.Retry> read(Section step) {
        if (step.any("retry").orElse(0L) instanceof String) {
            return step.parsed("retry", RetryTable::preset).flatMap(name -> retry(step));
        }
        return step.section("retry").flatMap(table -> {
            check(table);
            return retry(step);
        });
    }

    private static Optional<Action.Retry> retry(Section step) {
        Optional<JsonNode> value = step.json("retry").map(LocatedJson::value);
        return value.map(json -> new Action.Retry(json, step.at("retry")));
    }

    private static void check(Section table) {
        table.allow(KEYS);
        checkMax(table);
        table.parsed("preset", RetryTable::preset);
        table.parsed("backoff", RetryTable::backoff);
        table.parsed("base", TimeSpan::parse);
        table.parsed("cap", TimeSpan::parse);
        table.flag("unattended");
    }

    private static void checkMax(Section table) {
        Optional<Object> value = table.any("max");
        boolean isCount = value.isEmpty() || (value.get() instanceof Long number && number >= 0 && number <= MOST);
        if (!isCount) {
            table.problem("max", "max is not a number of retries", "write a whole number from 0 to " + MOST);
        }
    }

    private static Parsed<String> preset(String text) {
        return PRESET.matcher(text).matches()
                ? Parsed.ok(text)
                : Parsed.wrong(
                        "retry " + Printable.quoted(text) + " is not a policy name",
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
