package dev.airlock.sandbox.engine.pass;

import dev.airlock.sandbox.metering.MeteredModule;
import java.util.Arrays;
import java.util.Locale;

/**
 * Turns Airlock's pass over the classes that the engine compiles for a connector on or off. Results, fuel and limits
 * are the same either way; only speed differs. The engine's faults are repaired either way.
 */
public enum ClassPass {
    /** Keeps fuel and stack in a local of each function, and divides methods that are too large for the JIT. */
    ON {
        @Override
        public GuestClassPass over(MeteredModule module, int divideFrom) {
            return new AccountingPass(module, divideFrom);
        }
    },

    /** Charges through the engine's globals, and leaves methods as large as the engine makes them. */
    OFF {
        @Override
        public GuestClassPass over(MeteredModule module, int divideFrom) {
            return new NoPass();
        }
    };

    /** The system property that applies if nothing else is set: {@code on}, the default, or {@code off}. */
    public static final String PROPERTY = "airlock.class-pass";

    /**
     * Returns the pass of the system property {@value #PROPERTY}; {@link #ON} without it.
     *
     * @throws IllegalArgumentException if it is neither {@code on} nor {@code off}
     */
    public static ClassPass ofTheJvm() {
        return of(System.getProperty(PROPERTY, ON.word()));
    }

    /** Returns the pass of a word in the system property. */
    static ClassPass of(String word) {
        return Arrays.stream(values())
                .filter(pass -> pass.word().equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "the system property " + PROPERTY + " is \"" + word + "\"; use on or off"));
    }

    /** Returns the pass over one module's classes. If it divides functions, then those of at least that many bytes. */
    public abstract GuestClassPass over(MeteredModule module, int divideFrom);

    /** The word in the system property and in the key of cached code. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
