package dev.airlock.runtime.recovery.policy;

import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;

/** The named policies. */
public enum RetryPreset {
    /** 3 retries after 1, 2 and 4 s, up to a fifth more. */
    STANDARD("standard", RetryPolicy.of(3, exponential(1_000, 2, 4_000))),
    /** No retry. */
    NONE("none", RetryPolicy.of(0, exponential(1_000, 2, 4_000))),
    /** For services that answer quickly or not at all: 3 retries after 200 ms, 600 ms and 1.8 s. */
    TIMEOUT("timeout", RetryPolicy.of(3, exponential(200, 3, 1_800))),
    /** For services that break and come back: 2 retries after 500 ms and 2 s. */
    SERVER_ERROR("server_error", RetryPolicy.of(2, exponential(500, 4, 2_000))),
    /** For services that limit the rate of requests: 6 attempts, 5, 10, 20, 40 and 80 s apart, a fifth more or less. */
    RATE_LIMIT("rate_limit", RetryPolicy.of(5, exponential(5_000, 2, 160_000)).withJitter(new Jitter(0.8, 1.2))),
    /** For overloaded services: 3 retries after 500 ms, 1 s and 2 s, up to a quarter more. */
    CAPACITY("capacity", RetryPolicy.of(3, exponential(500, 2, 32_000)).withJitter(Jitter.upTo(0.25))),
    /** For stores: 3 retries after 2, 4 and 6 s. */
    STORE(
            "store",
            RetryPolicy.of(3, new Backoff(Backoff.Growth.LINEAR, Duration.ofSeconds(2), 1, Duration.ofSeconds(6)))),
    /** For unattended calls: for six hours, with pauses from 500 ms to 32 s. */
    UNATTENDED(
            "unattended",
            RetryPolicy.of(3, exponential(500, 2, 32_000))
                    .withJitter(Jitter.upTo(0.25))
                    .unattended(RetryPolicy.Unattended.STANDARD));

    private final String word;

    @SuppressWarnings("ImmutableEnumChecker") // a record of immutable values
    private final RetryPolicy policy;

    RetryPreset(String word, RetryPolicy policy) {
        this.word = word;
        this.policy = policy;
    }

    /** Returns the word in {@code retry = "…"} and {@code --retry=…}. */
    public String word() {
        return word;
    }

    /** Returns the policy. */
    public RetryPolicy policy() {
        return policy;
    }

    /** Returns the preset with a name. */
    public static Optional<RetryPreset> named(String word) {
        return Arrays.stream(values())
                .filter(preset -> preset.word.equals(word))
                .findFirst();
    }

    private static Backoff exponential(long baseMillis, double factor, long capMillis) {
        return new Backoff(
                Backoff.Growth.EXPONENTIAL, Duration.ofMillis(baseMillis), factor, Duration.ofMillis(capMillis));
    }
}
