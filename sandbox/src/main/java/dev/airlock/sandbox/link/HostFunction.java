package dev.airlock.sandbox.link;

import java.util.List;

/**
 * One function that a guest may import.
 *
 * @param module the import's module, such as {@code airlock}
 * @param name the import's name, such as {@code http_request}
 * @param parameters the types it takes
 * @param results the types it gives, at most one
 * @param code what it does
 */
public record HostFunction(String module, String name, List<ValueKind> parameters, List<ValueKind> results, Code code) {
    /** The number types that host functions use. */
    public enum ValueKind {
        I32,
        I64
    }

    /** What a host function does; runs on the call's own thread. */
    @FunctionalInterface
    public interface Code {
        /**
         * Carries out one call.
         *
         * @param memory the guest's memory
         * @param arguments one value for each parameter; an i32 in the low half, its high half undefined
         * @return the result, or anything where there is none
         */
        long call(GuestMemory memory, Arguments arguments);
    }

    public HostFunction {
        parameters = List.copyOf(parameters);
        results = List.copyOf(results);
    }

    /** Module and name with a dot between them, as messages show it. */
    public String qualifiedName() {
        return module + "." + name;
    }

    /** The signature as text: {@code (i32, i32) -> i32}, {@code () -> ()}. */
    public String signature() {
        return signature(parameters, results);
    }

    /** The signature of a function that takes and gives these types, as text. */
    public static String signature(List<ValueKind> parameters, List<ValueKind> results) {
        String result = results.size() == 1 ? text(results.get(0)) : "()";
        return "("
                + String.join(", ", parameters.stream().map(HostFunction::text).toList()) + ") -> " + result;
    }

    private static String text(ValueKind kind) {
        return kind == ValueKind.I32 ? "i32" : "i64";
    }
}
