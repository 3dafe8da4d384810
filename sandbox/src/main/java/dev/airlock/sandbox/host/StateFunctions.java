package dev.airlock.sandbox.host;

import dev.airlock.failures.Denial;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.ManifestFix;
import dev.airlock.sandbox.admission.CallDemand;
import dev.airlock.sandbox.call.CallMemory;
import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.call.Termination;
import dev.airlock.sandbox.link.Arguments;
import dev.airlock.sandbox.link.GuestMemory;
import java.util.List;
import java.util.Optional;

/** The state functions of a connector, with the checks that each use has to pass. Belongs to the call's own thread. */
final class StateFunctions {
    /** The longest key, in bytes. */
    static final int LONGEST_KEY = 512;

    private static final long DONE = 0;
    private static final long NONE = -1;

    private final ConnectorManifest manifest;
    private final CallScope scope;
    private final TapedState state;

    StateFunctions(ConnectorManifest manifest, CallScope scope, TapedState state) {
        this.manifest = manifest;
        this.scope = scope;
        this.state = state;
    }

    /** {@code state_get(k, kl, dst, len)}: returns the value's whole size, however little of it fits. */
    long get(GuestMemory memory, Arguments arguments) {
        byte[] key = key("state_get", memory, arguments);
        Span destination = Span.in(memory, arguments.i32(2), arguments.i32(3));
        Optional<byte[]> value = state.get(key);
        value.ifPresent(this::hold);
        value.ifPresent(bytes -> destination.fill(bytes, 0));
        return value.map(bytes -> (long) bytes.length).orElse(NONE);
    }

    /** {@code state_put(k, kl, v, vl, ttl_ms)}. */
    long put(GuestMemory memory, Arguments arguments) {
        byte[] key = key("state_put", memory, arguments);
        Span value = Span.in(memory, arguments.i32(2), arguments.i32(3));
        scope.memory().hold(CallMemory.Use.STATE, CallDemand.growing(value.length()));
        state.put(key, value.readAtMost(value.length()), arguments.i64(4));
        return DONE;
    }

    private void hold(byte[] value) {
        scope.memory().hold(CallMemory.Use.STATE, CallDemand.growing(value.length));
    }

    /** {@code state_delete(k, kl)}. */
    long delete(GuestMemory memory, Arguments arguments) {
        state.delete(key("state_delete", memory, arguments));
        return DONE;
    }

    /** {@code once(k, kl, ttl_ms)}. */
    long once(GuestMemory memory, Arguments arguments) {
        return state.once(key("once", memory, arguments), arguments.i64(2));
    }

    private byte[] key(String function, GuestMemory memory, Arguments arguments) {
        if (!manifest.capabilities().state()) {
            ManifestFix fix = ManifestFix.state(manifest);
            throw denied(new Denial(
                    "The connector called " + function + ", and its manifest asks for no state",
                    function,
                    List.of(),
                    fix.how(),
                    fix.pasted()));
        }
        Span key = Span.in(memory, arguments.i32(0), arguments.i32(1));
        if (key.length() == 0 || key.length() > LONGEST_KEY) {
            throw denied(new Denial(
                    "The connector used a key of " + key.length() + " bytes for its state; keys have 1 to "
                            + LONGEST_KEY,
                    function,
                    List.of(),
                    ""));
        }
        return key.readAtMost(LONGEST_KEY);
    }

    private RuntimeException denied(Denial denial) {
        return scope.end(new Termination.Denied(denial));
    }
}
