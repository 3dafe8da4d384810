package dev.airlock.sandbox.call;

import dev.airlock.failures.Cause;
import dev.airlock.failures.Denial;
import dev.airlock.failures.limit.BeforeLimit;
import dev.airlock.failures.limit.LimitName;
import java.util.List;
import java.util.Optional;

/** A termination: a way in which a call can end. The boundary maps each to an outcome; nothing else interprets them. */
public sealed interface Termination {
    /** Passes this to the method for its kind, so that no kind can be forgotten. */
    <T> T match(Cases<T> cases);

    /**
     * One method for each kind of termination.
     *
     * @param <T> the type of their results
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

    /** A termination by the host. The first one of a call counts, whatever the guest does afterwards. */
    sealed interface ByHost extends Termination
            permits Denied,
                    LimitReached,
                    HostBusy,
                    Cancelled,
                    BindingMissing,
                    BindingRefused,
                    VaultUnavailable,
                    BadPointer,
                    HostFault {}

    /** A termination by the guest. */
    sealed interface ByGuest extends Termination permits Returned, Exited, Trapped {}

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
     * @param before how the call came to it, as far as the host knew at that time
     */
    record LimitReached(LimitName limit, long configured, long used, BeforeLimit before) implements ByHost {
        /** A limit without further facts. */
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
     * @param how what was in use, and how long the call waited for it
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
     * @param credential the credential's name in the manifest, if it has one
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
     * @param retriable whether the same call may succeed later without anyone's help
     */
    record BindingRefused(String kind, String binding, String why, String next, boolean retriable) implements ByHost {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.bindingRefused(this);
        }
    }

    /**
     * The store of the credentials cannot be read.
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
     * The guest passed the host a range that does not lie in its memory.
     *
     * @param function the host function, such as {@code airlock.log}, or the guest's own function that returned the
     *     address
     * @param pointer the address, unsigned
     * @param length the length in bytes, unsigned
     * @param memoryBytes the size of the memory
     */
    record BadPointer(String function, long pointer, long length, long memoryBytes) implements ByHost {
        /**
         * Whether one of the guest's own functions returned it. Only the host's functions have a module's name before
         * their own.
         */
        public boolean isResult() {
            return function.indexOf('.') < 0;
        }

        /** Whether the guest's own function returned no address, by which an allocator says that it has no memory. */
        public boolean isNoAddress() {
            return isResult() && pointer == 0;
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.badPointer(this);
        }
    }

    /** The host itself failed: a bug, or the machine ran out of something. Users see only its correlation id. */
    record HostFault(Throwable cause) implements ByHost {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.hostFault(this);
        }
    }

    /** The guest's function returned. */
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
