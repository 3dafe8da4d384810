package dev.airlock.cli.run.flags;

import dev.airlock.cli.console.CommandProblem;
import dev.airlock.failures.Cause;
import dev.airlock.failures.Failure;
import dev.airlock.failures.limit.BeforeLimit;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.formats.text.Parsed;
import dev.airlock.manifests.limits.LimitRule;
import dev.airlock.sandbox.api.LoadOptions;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The flags that set a limit for one run, up to its ceiling. */
public final class LimitFlags {
    private static final String WALL = "--wall";
    private static final String FUEL = "--fuel";
    private static final String MEMORY = "--memory";

    @Option(
            names = WALL,
            paramLabel = "TIME",
            description = "How long the call may take: 500ms, 2min; at most 5min. Default: the manifest's, else 30s.")
    private @Nullable String wall;

    @Option(
            names = FUEL,
            paramLabel = "N",
            description =
                    "How much fuel it may use, in units; at most 300000000000. Default: the manifest's, else 1000000000"
                            + " for each second of wall time.")
    private @Nullable String fuel;

    @Option(
            names = MEMORY,
            paramLabel = "SIZE",
            description =
                    "How much memory it may have: 512KiB, 32MiB; at most 1GiB. Default: the manifest's, else 64MiB.")
    private @Nullable String memory;

    /** Returns the options with the limits from the flags. */
    public LoadOptions addTo(LoadOptions options) {
        return with(
                with(with(options, LimitName.WALL_TIME, WALL, wall), LimitName.FUEL, FUEL, fuel),
                LimitName.MEMORY,
                MEMORY,
                memory);
    }

    /** Checks the flags' values. Ends the command if one is invalid. */
    public void check() {
        LoadOptions unused = addTo(LoadOptions.standard());
    }

    /** Returns a hint about a limit that a call reached or that refused it growth, if a flag set that limit. */
    public Optional<String> hint(Failure failure) {
        return failure.cause() instanceof Cause.LimitReached reached
                ? toRaise(reached)
                        .flatMap(limit -> flag(limit)
                                .map(flag -> "hint: " + flag + " set "
                                        + (limit == reached.limit() ? "this limit" : "`" + limit.wireName() + "`")
                                        + " for this run, instead of the manifest; raise " + flag + " first."))
                : Optional.empty();
    }

    /**
     * Returns the limit to raise: that of an earlier refused growth, or else the one that ended the call. Empty after a wait, because no
     * limit caused it.
     */
    private static Optional<LimitName> toRaise(Cause.LimitReached reached) {
        return reached.before().waited().isPresent()
                ? Optional.empty()
                : Optional.of(reached.before()
                        .refused()
                        .map(BeforeLimit.Refused::limit)
                        .orElse(reached.limit()));
    }

    /** Returns the flag that set a limit. The flag for time also sets the fuel, unless another flag does. */
    private Optional<String> flag(LimitName limit) {
        return switch (limit) {
            case WALL_TIME -> given(WALL, wall);
            case FUEL -> given(FUEL, fuel).or(() -> given(WALL, wall));
            case MEMORY -> given(MEMORY, memory);
            default -> Optional.empty();
        };
    }

    private static Optional<String> given(String flag, @Nullable String text) {
        return text == null ? Optional.empty() : Optional.of(flag);
    }

    private static LoadOptions with(LoadOptions options, LimitName name, String flag, @Nullable String text) {
        if (text == null) {
            return options;
        }
        Parsed<Long> value = LimitRule.of(name).parse(text);
        if (value instanceof Parsed.Wrong<Long> wrong) {
            throw CommandProblem.usage(problem(LimitRule.of(name), flag, wrong.message()));
        }
        return options.withLimit(name, value.orThrow());
    }

    private static String problem(LimitRule rule, String flag, String wrong) {
        String range = "permitted is " + rule.text(rule.minimum()) + " to " + rule.text(rule.ceiling());
        return flag + ": " + wrong + (wrong.contains(range) ? "." : "; " + range + ".");
    }
}
