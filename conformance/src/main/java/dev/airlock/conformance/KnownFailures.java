package dev.airlock.conformance;

import dev.airlock.formats.text.Nearest;
import dev.airlock.formats.text.Printable;
import dev.airlock.formats.text.Problem;
import dev.airlock.formats.toml.Section;
import dev.airlock.formats.toml.TomlFile;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The checks that are known to find something, each with the reason. Their findings do not count; a check that finds nothing is reported.
 *
 * <pre>{@code
 * [[known]]
 * check = "retry.one-effect"
 * reason = "The service has no idempotency keys before version 4."
 * }</pre>
 */
public final class KnownFailures {
    /** No known failures. */
    public static final KnownFailures NONE = new KnownFailures(Map.of());

    /** The name of the file, in the connector's folder. */
    public static final String FILE = "conform-known.toml";

    private static final List<String> IDS =
            Arrays.stream(Check.values()).map(Check::id).toList();

    private final Map<Check, String> reasons;

    private KnownFailures(Map<Check, String> reasons) {
        this.reasons = Map.copyOf(reasons);
    }

    /** The outcome of reading a file: the known failures, or all its problems. */
    public sealed interface Reading {
        /** A file without problems. */
        record Valid(KnownFailures known) implements Reading {}

        /**
         * At least one problem.
         *
         * @param problems the problems, each on one line: place, problem, correction
         */
        record Invalid(List<String> problems) implements Reading {
            /** Copies the list. */
            public Invalid {
                problems = List.copyOf(problems);
            }
        }
    }

    /**
     * Reads the text of a file.
     *
     * @param file the file's name in problems
     */
    public static Reading parse(String file, String text) {
        TomlFile toml = TomlFile.parse(file, text);
        toml.root().allow(List.of("known"));
        Map<Check, String> reasons = new EnumMap<>(Check.class);
        for (Section entry : toml.root().sections("known")) {
            entry.allow(List.of("check", "reason"));
            entry.require("check", "check = \"" + IDS.get(0) + "\"");
            entry.require("reason", "reason = \"why it is so\"");
            Optional<Check> check = check(entry);
            if (check.isPresent() && reasons.containsKey(check.get())) {
                entry.problem("check", "the check is listed twice", "list it once, with the whole reason");
            }
            entry.line("reason").ifPresent(reason -> check.ifPresent(known -> reasons.put(known, reason)));
        }
        List<String> problems =
                toml.problems().sorted().stream().map(Problem::toString).toList();
        return problems.isEmpty() ? new Reading.Valid(new KnownFailures(reasons)) : new Reading.Invalid(problems);
    }

    private static Optional<Check> check(Section entry) {
        Optional<String> id = entry.line("check");
        Optional<Check> check = id.flatMap(Check::ofId);
        if (id.isPresent() && check.isEmpty()) {
            entry.problem(
                    "check",
                    "there is no check " + Printable.quoted(id.get()),
                    Nearest.to(id.get(), IDS)
                            .map(near -> "did you mean \"" + near + "\"?")
                            .orElse("airlock conform --list names them all"));
        }
        return check;
    }

    /** Returns the reason why that check is known to find something; empty if it is not. */
    public Optional<String> reason(Check check) {
        return Optional.ofNullable(reasons.get(check));
    }
}
