package dev.airlock.sandbox.engine.instance;

import com.dylibso.chicory.runtime.ImportFunction;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.wasm.types.FunctionType;
import dev.airlock.sandbox.call.CallEnded;
import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.call.Termination;
import dev.airlock.sandbox.engine.memory.HostMemoryView;
import dev.airlock.sandbox.link.Arguments;
import dev.airlock.sandbox.link.HostImport;
import org.jspecify.annotations.Nullable;

/**
 * A host function bound to one call. Anything that escapes from the function ends the call here, so that no exception
 * of the host's passes through guest frames except as a termination.
 */
final class HostCall {
    private static final long[] NO_RESULT = {};

    private final HostImport function;
    private final CallScope scope;
    private @Nullable HostMemoryView view;

    private HostCall(HostImport function, CallScope scope) {
        this.function = function;
        this.scope = scope;
    }

    /** Returns the function for the engine, with the type with which a module imports it. */
    static ImportFunction of(HostImport function, FunctionType type, CallScope scope) {
        HostCall call = new HostCall(function, scope);
        return new ImportFunction(function.module(), function.name(), type, call::apply);
    }

    private long[] apply(Instance instance, long[] arguments) {
        try {
            scope.check();
            long result = function.code().call(view(instance), new Arguments(arguments));
            scope.check();
            return function.results().isEmpty() ? NO_RESULT : new long[] {result};
        } catch (CallEnded e) {
            throw e;
        } catch (StackOverflowError e) {
            throw scope.stackIsUsedUp();
        } catch (Throwable e) {
            throw scope.end(new Termination.HostFault(e));
        }
    }

    private HostMemoryView view(Instance instance) {
        if (view == null) {
            view = new HostMemoryView(instance.memory(), scope, function.qualifiedName());
        }
        return view;
    }
}
