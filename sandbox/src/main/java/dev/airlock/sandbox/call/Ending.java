package dev.airlock.sandbox.call;

import dev.airlock.failures.BeforeLimit;
import dev.airlock.failures.Cause;
import dev.airlock.failures.Denial;
import dev.airlock.failures.LimitName;
import java.util.List;
import java.util.Optional;

/** A way in which a call can end. The boundary maps each to an outcome; nothing else gives them a meaning. */
public sealed interface Ending {
    /** Hands this to the method for its kind, so that no kind can be forgotten. */
    <T> T match(Cases<T> cases);

    /**
     * One method for each way to end.
     *
     * @param <T> what they give
     */
    interface Cases<T> {
        T denied(Denied denied);

        T limitReached(LimitReached limit);

        T hostBusy(HostBusy busy);

        T cancelled(Cancelled cancelled);

        T bindingMissing(BindingMissing missing);

        T bindingRefused(BindingRefused refused);

        T vaultUnavailable(VaultUnavailable vault);

        T badPointer(BadPointer pointer);

        T hostFault(HostFault fault);

        T returned(Returned returned);

        T exited(Exited exited);

        T trapped(Trapped trapped);
    }

    /** An ending that the host decided on; the first of these in a call counts, whatever the guest does afterwards. */
    sealed interface ByHost extends Ending
            permits Denied,
                    LimitReached,
                    HostBusy,
                    Cancelled,
                    BindingMissing,
                    BindingRefused,
                    VaultUnavailable,
                    BadPointer,
                    HostFault {}

    /** An ending that the guest brought about. */
    sealed interface ByGuest extends Ending permits Returned, Exited, Trapped {}

    /** A capability check refused a host call. */
    record Denied(Denial denial) implements ByHost {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.denied(this);
        }
    }

    /**
     * A limit was reached; amounts are in the limit's unit.
     *
     * @param before how the call came to it, as far as the host knew when it ended it
     */
    record LimitReached(LimitName limit, long configured, long used, BeforeLimit before) implements ByHost {
        /** A limit of which no more is known. */
        public LimitReached(LimitName limit, long configured, long used) {
            this(limit, configured, used, BeforeLimit.NOTHING);
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.limitReached(this);
        }
    }

    /**
     * The host had no memory for the call, because others held it.
     *
     * @param how what was in use, and how long it was waited for
     */
    record HostBusy(Cause.HostBusy how) implements ByHost {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.hostBusy(this);
        }
    }

    /** The caller cancelled the call. */
    record Cancelled() implements ByHost {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.cancelled(this);
        }
    }

    /**
     * The guest asked for a credential of this kind and none is bound.
     *
     * @param credential the name that the manifest gives it, if it gives it one
     * @param next how to bind one, as a sentence
     */
    record BindingMissing(String kind, Optional<String> credential, String next) implements ByHost {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.bindingMissing(this);
        }
    }

    /**
     * The guest asked for a credential that is bound and cannot be used.
     *
     * @param kind the kind that the manifest declares
     * @param binding the binding's name
     * @param why what is wrong with it, as a sentence
     * @param next what to do about it, as a sentence
     * @param retriable whether the same call may succeed without anybody doing anything
     */
    record BindingRefused(String kind, String binding, String why, String next, boolean retriable) implements ByHost {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.bindingRefused(this);
        }
    }

    /**
     * What holds the credentials cannot be read.
     *
     * @param why what is wrong with it, as a sentence
     */
    record VaultUnavailable(String why) implements ByHost {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.vaultUnavailable(this);
        }
    }

    /**
     * The guest handed the host a range that does not lie in its memory.
     *
     * @param function the host function, such as {@code airlock.log}, or the guest's own that returned the address
     * @param pointer the address, unsigned
     * @param length the length in bytes, unsigned
     * @param memoryBytes how much memory there is
     */
    record BadPointer(String function, long pointer, long length, long memoryBytes) implements ByHost {
        /** Whether a function of the guest's own returned it; only the host's have the name of a module before theirs. */
        public boolean isResult() {
            return function.indexOf('.') < 0;
        }

        /** Whether the guest's own function gave no address at all, which is how an allocator says that it has no memory. */
        public boolean isNoAddress() {
            return isResult() && pointer == 0;
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.badPointer(this);
        }
    }

    /** The host itself failed: a bug, or the machine is out of something. Never shown, only its correlation id is. */
    record HostFault(Throwable cause) implements ByHost {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.hostFault(this);
        }
    }

    /** What was called of the guest returned. */
    record Returned() implements ByGuest {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.returned(this);
        }
    }

    /** The guest called {@code proc_exit}; the code is unsigned. */
    record Exited(long code) implements ByGuest {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.exited(this);
        }
    }

    /**
     * The guest trapped.
     *
     * @param trap which trap
     * @param functions the guest's functions on the stack, innermost first, as far as they are known
     */
    record Trapped(Trap trap, List<String> functions) implements ByGuest {
        public Trapped {
            functions = List.copyOf(functions);
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.trapped(this);
        }
    }
}
