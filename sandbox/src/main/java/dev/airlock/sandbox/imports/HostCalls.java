package dev.airlock.sandbox.imports;

import dev.airlock.failures.limit.LimitName;
import dev.airlock.failures.limit.WallTimeIn;
import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.call.Termination;
import dev.airlock.sandbox.link.HostImport;
import dev.airlock.sandbox.time.Clock;
import dev.airlock.sandbox.wasi.Wasi;

/**
 * The accounting that all host functions of a call share. Each function is paid for before it runs, Airlock's own ones
 * count against their limit, and the time in all of them is measured. Belongs to the call's own thread; another thread
 * may read it once the call is over.
 */
public final class HostCalls {
    private final CallScope scope;
    private final long limit;
    private volatile long nanos;
    private volatile long startedAt;
    private volatile boolean inside;

    public HostCalls(CallScope scope, long limit) {
        this.scope = scope;
        this.limit = limit;
    }

    /** Returns the same function with payment, count and timing. */
    public HostImport counted(HostImport function) {
        boolean own = !function.module().equals(Wasi.MODULE);
        HostPriceList.Entry price = HostPriceList.of(function);
        HostImport.Code code = function.code();
        return new HostImport(
                function.module(), function.name(), function.parameters(), function.results(), (memory, arguments) -> {
                    if (own) {
                        count();
                    }
                    scope.fuel().charge(price.units(arguments));
                    startedAt = Clock.SYSTEM.monotonicNanos();
                    inside = true;
                    Runnable back = own ? scope.time().in(WallTimeIn.HOST) : () -> {};
                    try {
                        return code.call(memory, arguments);
                    } finally {
                        back.run();
                        inside = false;
                        add(Clock.SYSTEM.monotonicNanos() - startedAt);
                    }
                });
    }

    /** Nanoseconds spent in host functions so far, including the time of one that does not come back. */
    public long nanos() {
        return nanos + (inside ? Clock.SYSTEM.monotonicNanos() - startedAt : 0);
    }

    private void count() {
        long calls = scope.traffic().countHostCall();
        if (calls > limit) {
            throw scope.end(new Termination.LimitReached(LimitName.HOST_CALLS, limit, calls));
        }
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // written by the call's own thread only
    private void add(long more) {
        nanos += more;
    }
}
