package dev.airlock.sandbox.engine.instance;

import com.dylibso.chicory.runtime.Instance;
import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.engine.memory.HostMemoryView;
import dev.airlock.sandbox.link.GuestMemory;
import dev.airlock.sandbox.link.RunningGuest;

/** An instance that the host enters. */
public final class EnteredGuest implements RunningGuest {
    private final Instance instance;
    private final CallScope scope;

    public EnteredGuest(Instance instance, CallScope scope) {
        this.instance = instance;
        this.scope = scope;
    }

    @Override
    public long call(String export, long... arguments) {
        scope.check();
        long[] results = instance.exports().function(export).apply(arguments);
        scope.check();
        return results == null || results.length == 0 ? 0 : results[0];
    }

    @Override
    public GuestMemory memory(String function) {
        return new HostMemoryView(instance.memory(), scope, function);
    }
}
