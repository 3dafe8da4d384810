package dev.airlock.sandbox.engine;

import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.wasm.types.FunctionType;
import com.dylibso.chicory.wasm.types.ValType;
import dev.airlock.failures.LimitName;
import dev.airlock.sandbox.call.CallEnded;
import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.call.Ending;
import dev.airlock.sandbox.link.Arguments;
import dev.airlock.sandbox.link.HostFunction;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One host function bound to one call. Whatever escapes from the function ends the call here, so that no exception of the
 * host's travels through guest frames except as an ending.
 */
final class HostCall {
    private static final long[] NO_RESULT = {};

    private final HostFunction function;
    private final CallScope scope;
    private final RunLimits limits;
    private @Nullable HostMemoryView view;

    private HostCall(HostFunction function, CallScope scope, RunLimits limits) {
        this.function = function;
        this.scope = scope;
        this.limits = limits;
    }

    static com.dylibso.chicory.runtime.HostFunction of(HostFunction function, CallScope scope, RunLimits limits) {
        HostCall call = new HostCall(function, scope, limits);
        return new com.dylibso.chicory.runtime.HostFunction(
                function.module(),
                function.name(),
                FunctionType.of(types(function.parameters()), types(function.results())),
                call::apply);
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
            throw scope.end(new Ending.LimitReached(LimitName.STACK, limits.stackBytes(), limits.stackBytes()));
        } catch (Throwable e) {
            throw scope.end(new Ending.HostFault(e));
        }
    }

    private HostMemoryView view(Instance instance) {
        if (view == null) {
            view = new HostMemoryView(instance.memory(), scope, function.qualifiedName());
        }
        return view;
    }

    private static List<ValType> types(List<HostFunction.ValueKind> kinds) {
        return kinds.stream()
                .map(kind -> kind == HostFunction.ValueKind.I32 ? ValType.I32 : ValType.I64)
                .toList();
    }
}
