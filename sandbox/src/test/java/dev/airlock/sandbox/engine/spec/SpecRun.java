package dev.airlock.sandbox.engine.spec;

import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.Store;
import com.fasterxml.jackson.databind.JsonNode;
import dev.airlock.sandbox.wasm.format.ModuleRefused;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/** A run of one script in one mode: the result of each command, in order. */
final class SpecRun {
    /** The result of a command, and the charges up to its end. */
    record Result(Outcome outcome, String detail, long fuel) {}

    enum Outcome {
        PASSED,
        FAILED,
        /** Nothing was run: the module is refused by the name of a feature. */
        REFUSED_BY_NAME,
        /** Nothing was run: the command is about the text format. */
        TEXT_FORMAT
    }

    private final SpecScript script;
    private final SpecMode mode;
    private final FuelGauge gauge = FuelGauge.withoutLimit();
    private final Store store;
    private final Map<String, Instance> named = new HashMap<>();
    private final List<Result> results = new ArrayList<>();
    private @Nullable Instance current;
    private boolean currentRefused;

    private SpecRun(SpecScript script, SpecMode mode) {
        this.script = script;
        this.mode = mode;
        this.store = SpecHost.store(gauge);
    }

    /** Runs a script on a thread of its own. */
    static List<Result> of(SpecScript script, SpecMode mode) {
        SpecRun run = new SpecRun(script, mode);
        FutureTask<List<Result>> work = new FutureTask<>(run::executeAll);
        new Thread(null, work, "spec-" + script, mode.threadStackBytes()).start();
        try {
            return work.get();
        } catch (InterruptedException | ExecutionException e) {
            throw new AssertionError(e);
        }
    }

    private List<Result> executeAll() {
        script.commands().forEach(command -> results.add(execute(command)));
        return results;
    }

    private Result execute(JsonNode command) {
        gauge.startCall();
        String type = command.get("type").asText();
        if (command.has("filename")) {
            Optional<Outcome> reason = exclusion(command);
            if (type.equals("module")) {
                currentRefused = reason.isPresent();
            }
            if (reason.isPresent()) {
                return result(reason.get(), "");
            }
        } else if (currentRefused) {
            return result(Outcome.REFUSED_BY_NAME, "");
        }
        return switch (type) {
            case "module" -> module(command);
            case "register" -> attempt(() -> register(command));
            case "action" -> attempt(() -> invoke(command.get("action")));
            case "assert_return" -> assertReturn(command);
            case "assert_trap", "assert_exhaustion" -> assertThrows(() -> invoke(command.get("action")));
            case "assert_invalid", "assert_malformed", "assert_unlinkable", "assert_uninstantiable" ->
                assertThrows(() -> instantiate(script.module(command)));
            default -> throw new IllegalArgumentException("unknown command " + type);
        };
    }

    private Optional<Outcome> exclusion(JsonNode command) {
        if (!SpecScript.hasBinary(command)) {
            return Optional.of(Outcome.TEXT_FORMAT);
        }
        try {
            TestEngine.read(script.module(command));
            return Optional.empty();
        } catch (ModuleRefused refused) {
            return refused.reason() instanceof ModuleRefused.FeatureNotAdmitted
                    ? Optional.of(Outcome.REFUSED_BY_NAME)
                    : Optional.empty();
        }
    }

    private Result module(JsonNode command) {
        current = null;
        return attempt(() -> {
            current = instantiate(script.module(command));
            if (command.has("name")) {
                named.put(command.get("name").asText(), current);
            }
        });
    }

    private Instance instantiate(byte[] module) {
        return mode.instantiate(module, store.toImportValues(), gauge);
    }

    private void register(JsonNode command) {
        store.register(command.get("as").asText(), instance(command, "name"));
    }

    private Instance instance(JsonNode node, String key) {
        Instance found = node.has(key) ? named.get(node.get(key).asText()) : current;
        if (found == null) {
            throw new IllegalStateException("there is no such instance");
        }
        return found;
    }

    private long[] invoke(JsonNode action) {
        Instance instance = instance(action, "module");
        String field = action.get("field").asText();
        if (action.get("type").asText().equals("get")) {
            return new long[] {instance.exports().global(field).getValue()};
        }
        long[] values = instance.export(field).apply(SpecValue.raw(action.get("args")));
        return values == null ? new long[0] : values;
    }

    private Result assertReturn(JsonNode command) {
        long[][] actual = new long[1][];
        Result done = attempt(() -> actual[0] = invoke(command.get("action")));
        if (done.outcome == Outcome.FAILED || SpecValue.match(command.get("expected"), actual[0])) {
            return done;
        }
        return result(Outcome.FAILED, "other values");
    }

    private Result assertThrows(Runnable action) {
        Result done = attempt(action);
        return done.outcome == Outcome.FAILED
                ? result(Outcome.PASSED, done.detail)
                : result(Outcome.FAILED, "nothing was thrown");
    }

    /** Runs guest code; its outcome is whatever it throws, even an error of the JVM. */
    private Result attempt(Runnable action) {
        try {
            action.run();
            return result(Outcome.PASSED, "");
        } catch (RuntimeException | Error e) {
            return result(Outcome.FAILED, String.valueOf(e));
        }
    }

    private Result result(Outcome outcome, String detail) {
        return new Result(outcome, detail, gauge.used());
    }
}
