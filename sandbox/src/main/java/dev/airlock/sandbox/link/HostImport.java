package dev.airlock.sandbox.link;

import java.util.List;

/**
 * A function that a guest may import.
 *
 * @param module the import's module, such as {@code airlock}
 * @param name the import's name, such as {@code http_request}
 * @param parameters the types of its parameters
 * @param results the types of its results, at most one
 * @param code its implementation
 */
public record HostImport(String module, String name, List<ValueKind> parameters, List<ValueKind> results, Code code) {
    /** The number types that host functions use. */
    public enum ValueKind {
        I32,
        I64
    }

    /** The implementation of a host function; runs on the call's own thread. */
    @FunctionalInterface
    public interface Code {
        /**
         * Carries out one call.
         *
         * @param memory the guest's memory
         * @param arguments one value for each parameter; an i32 in the low half, its high half undefined
         * @return the result, or any value if there is none
         */
        long call(GuestMemory memory, Arguments arguments);
    }

    public HostImport {
        parameters = List.copyOf(parameters);
        results = List.copyOf(results);
    }

    /** Module and name, joined by a dot, as messages show them. */
    public String qualifiedName() {
        return module + "." + name;
    }

    /** The signature as text: {@code (i32, i32) -> i32}, {@code () -> ()}. */
    public String signature() {
        return signature(parameters, results);
    }

    /** Returns the signature of a function with these types, as text. */
    public static String signature(List<ValueKind> parameters, List<ValueKind> results) {
        String result = results.size() == 1 ? text(results.get(0)) : "()";
        return "(" + String.join(", ", parameters.stream().map(HostImport::text).toList()) + ") -> " + result;
    }

    private static String text(ValueKind kind) {
        return kind == ValueKind.I32 ? "i32" : "i64";
    }
}
