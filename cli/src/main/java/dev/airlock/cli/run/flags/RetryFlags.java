package dev.airlock.cli.run.flags;

import dev.airlock.cli.console.CommandProblem;
import dev.airlock.formats.text.Parsed;
import dev.airlock.formats.text.Printable;
import dev.airlock.manifests.limits.TimeSpan;
import dev.airlock.runtime.recovery.call.RecoveryCall;
import dev.airlock.runtime.recovery.policy.Backoff;
import dev.airlock.runtime.recovery.policy.Backoff.Growth;
import dev.airlock.runtime.recovery.policy.RetryPolicy;
import dev.airlock.runtime.recovery.policy.RetryPreset;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The flags of recovery. Each of them turns recovery on for the call. */
public final class RetryFlags {
    private static final int MOST_RETRIES = 100;

    @Option(
            names = "--retry",
            description =
                    "Recover the call: retry failures that are safe to repeat, and handle others as recovery does.")
    private boolean retry;

    @Option(
            names = "--retry-policy",
            paramLabel = "NAME",
            description = "The retry policy: standard, none, timeout, server_error, rate_limit, capacity,"
                    + " store, unattended. Default: standard, 3 retries after 1s, 2s and 4s.")
    private @Nullable String policy;

    @Option(names = "--retry-max", paramLabel = "N", description = "The most retries, 0 to 100.")
    private @Nullable Integer max;

    @Option(
            names = "--retry-backoff",
            paramLabel = "GROWTH:TIME",
            description = "The pauses between attempts: fixed:5s, linear:2s or exponential:500ms.")
    private @Nullable String backoff;

    @Option(
            names = "--key",
            paramLabel = "KEY",
            description = "The idempotency key: the same call again within 24 hours gets the recorded outcome."
                    + " Default: a new one.")
    private @Nullable String key;

    public boolean given() {
        return retry || policy != null || max != null || backoff != null || key != null;
    }

    public Optional<String> key() {
        return Optional.ofNullable(key);
    }

    /** Returns the policy of the call. Checks all of these flags. */
    public RetryPolicy policy() {
        checkKey();
        RetryPolicy chosen = policy == null ? RetryPolicy.standard() : preset(policy);
        if (max != null) {
            if (max < 0 || max > MOST_RETRIES) {
                throw CommandProblem.usage(
                        "--retry-max takes a number from 0 to " + MOST_RETRIES + ", not " + max + ".");
            }
            chosen = chosen.withMax(max);
        }
        return backoff == null ? chosen : chosen.withBackoff(backoff(backoff));
    }

    private void checkKey() {
        if (key != null && !RecoveryCall.Identity.isKey(key)) {
            throw CommandProblem.usage("--key takes 1 to " + RecoveryCall.Identity.LONGEST_KEY
                    + " characters, none of them invisible, not " + Printable.quoted(key) + ".");
        }
    }

    private static RetryPolicy preset(String name) {
        return RetryPreset.named(name)
                .orElseThrow(() -> CommandProblem.usage("--retry-policy: " + Printable.quoted(name)
                        + " is not a policy; write one of "
                        + Arrays.stream(RetryPreset.values())
                                .map(RetryPreset::word)
                                .collect(Collectors.joining(", "))
                        + "."))
                .policy();
    }

    private static Backoff backoff(String text) {
        String[] parts = text.split(":", 2);
        Optional<Growth> growth = Arrays.stream(Growth.values())
                .filter(known -> known.word().equals(parts[0]))
                .findFirst();
        if (growth.isEmpty() || parts.length < 2) {
            throw CommandProblem.usage(
                    "--retry-backoff takes the growth of the pauses and the first pause, for instance"
                            + " exponential:1s, linear:2s or fixed:500ms, not " + Printable.quoted(text) + ".");
        }
        Parsed<Duration> base = TimeSpan.parse(parts[1]);
        if (base instanceof Parsed.Wrong<Duration> wrong) {
            throw CommandProblem.usage("--retry-backoff: " + wrong.message() + ".");
        }
        if (base.orThrow().isZero()) {
            throw CommandProblem.usage("--retry-backoff: a pause must be longer than 0.");
        }
        return Backoff.of(growth.get(), base.orThrow());
    }
}
