package dev.airlock.sandbox;

import dev.airlock.sandbox.link.HostFunction;

/** How long a call spends in host functions. Belongs to the call's own thread; read by another one once the call is over. */
final class HostTime {
    private long nanos;

    /** The same function, with its time counted. */
    HostFunction counting(HostFunction function) {
        HostFunction.Code code = function.code();
        return new HostFunction(
                function.module(), function.name(), function.parameters(), function.results(), (memory, arguments) -> {
                    long start = System.nanoTime();
                    try {
                        return code.call(memory, arguments);
                    } finally {
                        nanos += System.nanoTime() - start;
                    }
                });
    }

    long nanos() {
        return nanos;
    }
}
