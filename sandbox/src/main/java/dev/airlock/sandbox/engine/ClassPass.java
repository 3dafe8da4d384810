package dev.airlock.sandbox.engine;

import dev.airlock.sandbox.metering.MeteredModule;
import java.util.Arrays;
import java.util.Locale;

/**
 * Whether the classes that the engine's compiler makes of a connector go through Airlock's pass before the JVM gets them. Results, fuel and
 * limits are the same either way; only speed differs. What the engine gets wrong is mended either way.
 */
public enum ClassPass {
    /** Fuel and stack are kept in a local of each function, and methods that are too large for the JIT are divided. */
    ON {
        @Override
        GuestClassPass over(MeteredModule module, int divideFrom) {
            return new AccountingPass(module, divideFrom);
        }
    },

    /** Each charge goes through the engine's globals, and methods stay as large as the engine makes them. */
    OFF {
        @Override
        GuestClassPass over(MeteredModule module, int divideFrom) {
            return new NoPass();
        }
    };

    /** The system property that says which one holds where nothing else is set: {@code on}, the default, or {@code off}. */
    public static final String PROPERTY = "airlock.class-pass";

    /**
     * What the system property {@value #PROPERTY} says; {@link #ON} without it.
     *
     * @throws IllegalArgumentException if it says something else than {@code on} or {@code off}
     */
    public static ClassPass ofTheJvm() {
        return of(System.getProperty(PROPERTY, ON.word()));
    }

    /** What a word in the system property means. */
    static ClassPass of(String word) {
        return Arrays.stream(values())
                .filter(pass -> pass.word().equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "the system property " + PROPERTY + " is \"" + word + "\"; use on or off"));
    }

    /** The pass over one module's classes. If it divides functions, then those of so many bytes and more. */
    abstract GuestClassPass over(MeteredModule module, int divideFrom);

    /** How it is told in the system property and in the key of what is kept. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
