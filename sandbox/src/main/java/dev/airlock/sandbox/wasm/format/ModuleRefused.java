package dev.airlock.sandbox.wasm.format;

import dev.airlock.failures.limit.LimitName;
import java.util.Locale;

/** A module that Airlock does not load: it is malformed, uses a feature that is not admitted, or is over a limit. */
public final class ModuleRefused extends Exception {
    private static final long serialVersionUID = 1L;

    /** The reason, and the place in the file. */
    public sealed interface Reason {
        /** The byte offset in the module where the reader found the problem. */
        long offset();

        /** One sentence for a person. */
        String sentence();
    }

    /**
     * The bytes are not a WebAssembly module.
     *
     * @param detail the problem, as the end of a sentence
     */
    public record Malformed(long offset, String detail) implements Reason {
        @Override
        public String sentence() {
            return String.format(Locale.ROOT, "The module is malformed at byte %d: %s.", offset, detail);
        }
    }

    /**
     * The module uses a feature that Airlock does not admit.
     *
     * @param use the instruction or construct
     */
    public record FeatureNotAdmitted(long offset, Feature feature, String use) implements Reason {
        @Override
        public String sentence() {
            return String.format(
                    Locale.ROOT,
                    "The module uses the %s proposal (%s, at byte %d), which Airlock does not admit.",
                    feature.proposal(),
                    use,
                    offset);
        }
    }

    /**
     * The module is larger than a limit allows.
     *
     * @param counted what was counted, in the plural
     * @param used their number, as far as the reader looked
     */
    public record LimitExceeded(long offset, LimitName limit, String counted, long configured, long used)
            implements Reason {
        @Override
        public String sentence() {
            return String.format(
                    Locale.ROOT,
                    "The module has %d %s, the limit is %d (%s, at byte %d).",
                    used,
                    counted,
                    configured,
                    limit.wireName(),
                    offset);
        }
    }

    /**
     * The module is well formed, and breaks a rule of the core specification's validation chapter.
     *
     * @param detail the problem, as the end of a sentence
     */
    public record Invalid(long offset, String detail) implements Reason {
        @Override
        public String sentence() {
            return String.format(Locale.ROOT, "The module is not valid WebAssembly at byte %d: %s.", offset, detail);
        }
    }

    private final transient Reason reason;

    /** Has no stack trace, since the module is at fault and not the program. */
    ModuleRefused(Reason reason) {
        super(reason.sentence(), null, false, false);
        this.reason = reason;
    }

    /** The reason, and the place. */
    public Reason reason() {
        return reason;
    }

    public static ModuleRefused malformed(long offset, String detail) {
        return new ModuleRefused(new Malformed(offset, detail));
    }

    public static ModuleRefused invalid(long offset, String detail) {
        return new ModuleRefused(new Invalid(offset, detail));
    }

    public static ModuleRefused feature(long offset, Feature feature, String use) {
        return new ModuleRefused(new FeatureNotAdmitted(offset, feature, use));
    }

    public static void checkLimit(long offset, LimitName limit, String counted, long configured, long used)
            throws ModuleRefused {
        if (Long.compareUnsigned(used, configured) > 0) {
            throw new ModuleRefused(new LimitExceeded(offset, limit, counted, configured, used));
        }
    }
}
