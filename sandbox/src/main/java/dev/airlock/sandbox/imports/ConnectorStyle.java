package dev.airlock.sandbox.imports;

import dev.airlock.sandbox.wasm.ModuleInfo;
import dev.airlock.sandbox.wasm.format.Extern;
import java.util.Locale;
import java.util.Optional;

/** How a connector takes its call and gives its reply. Its exports decide that. */
public enum ConnectorStyle {
    /**
     * A program. It exports {@code _start}, reads the call on standard input and writes its reply to standard output.
     */
    COMMAND,
    /**
     * A library. It exports {@code airlock_alloc} and {@code airlock_call}, gets the call in its memory and returns
     * where its reply lies. {@code _initialize}, if it exports one, runs before.
     */
    REACTOR;

    public static final String START = "_start";
    public static final String INITIALIZE = "_initialize";
    public static final String ALLOC = "airlock_alloc";
    public static final String CALL = "airlock_call";

    private static final String NOTHING = "() -> ()";
    private static final String ALLOC_TYPE = "(i32) -> i32";
    private static final String CALL_TYPE = "(i32, i32) -> i64";
    private static final String HOW_TO_BUILD =
            " A reactor exports airlock_call (i32, i32) -> i64, airlock_alloc (i32) -> i32,"
                    + " its memory, and no _start. Build it with the entry of the guest library and as a library: Go with"
                    + " -buildmode=c-shared, C with -mexec-model=reactor, Rust as a cdylib.";

    /** The style's word in messages. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The style of a module in which {@link #problem} finds nothing wrong; a module with {@code _start} is a command.
     */
    public static ConnectorStyle of(ModuleInfo module) {
        boolean reactor = module.export(START).isEmpty()
                && (module.export(CALL).isPresent() || module.export(ALLOC).isPresent());
        return reactor ? REACTOR : COMMAND;
    }

    /** Explains in sentences why a module cannot be called in its style, and how to build one that can. */
    public static Optional<String> problem(ModuleInfo module) {
        return of(module) == REACTOR ? reactorProblem(module) : commandProblem(module);
    }

    /** Whether the module exports that function, of whatever type. */
    public static boolean exports(ModuleInfo module, String function) {
        return module.export(function)
                .filter(export -> export.kind() == Extern.Kind.FUNCTION)
                .isPresent();
    }

    private static Optional<String> commandProblem(ModuleInfo module) {
        return isFunction(module, START, NOTHING)
                ? Optional.empty()
                : Optional.of("The module exports no function _start without parameters and results."
                        + " Build it as a WASI command, or as a reactor that exports airlock_call and airlock_alloc.");
    }

    private static Optional<String> reactorProblem(ModuleInfo module) {
        if (!isFunction(module, CALL, CALL_TYPE)) {
            return Optional.of(wrong(module, CALL, CALL_TYPE));
        }
        if (!isFunction(module, ALLOC, ALLOC_TYPE)) {
            return Optional.of(wrong(module, ALLOC, ALLOC_TYPE));
        }
        if (module.export(INITIALIZE).isPresent() && !isFunction(module, INITIALIZE, NOTHING)) {
            return Optional.of(wrong(module, INITIALIZE, NOTHING));
        }
        boolean hasMemory = module.exports().stream().anyMatch(export -> export.kind() == Extern.Kind.MEMORY);
        return hasMemory
                ? Optional.empty()
                : Optional.of("The module exports airlock_call but no memory for the call." + HOW_TO_BUILD);
    }

    private static String wrong(ModuleInfo module, String name, String type) {
        Optional<Extern.Export> found = module.export(name);
        if (found.isEmpty()) {
            String other = name.equals(CALL) ? ALLOC : CALL;
            return "The module exports " + other + " but not " + name + "." + HOW_TO_BUILD;
        }
        String actual = found.get().kind() == Extern.Kind.FUNCTION
                ? "a function " + found.get().type()
                : "a " + found.get().kind().text();
        return "The module's export " + name + " is " + actual + ", and must be a function " + type + "."
                + HOW_TO_BUILD;
    }

    private static boolean isFunction(ModuleInfo module, String name, String type) {
        return module.export(name)
                .filter(export ->
                        export.kind() == Extern.Kind.FUNCTION && export.type().equals(type))
                .isPresent();
    }
}
