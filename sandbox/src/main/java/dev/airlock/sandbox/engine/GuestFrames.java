package dev.airlock.sandbox.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Which functions of the guest were running when something was thrown, by index, innermost first. */
final class GuestFrames {
    /** How many frames are worth showing. */
    static final int MAX = 16;

    private static final String METHOD_PREFIX = "func_";

    private final List<Integer> interpreted = new ArrayList<>();

    /** Notes a frame of the interpreter that is being left because of a throwable. */
    void leave(int functionIndex) {
        if (interpreted.size() < MAX) {
            interpreted.add(functionIndex);
        }
    }

    /** The frames of what was thrown: those of the compiled classes if there are any, else the interpreter's. */
    List<Integer> of(Throwable thrown) {
        List<Integer> compiled = compiledFramesOf(thrown);
        if (compiled.isEmpty() && thrown.getCause() != null) {
            compiled = compiledFramesOf(thrown.getCause()); // the engine wraps what a start section throws
        }
        if (compiled.isEmpty()) {
            compiled = InterpretedFrame.in(thrown); // the function that was called from outside is interpreted
        }
        return compiled.isEmpty() ? List.copyOf(interpreted) : compiled;
    }

    private static List<Integer> compiledFramesOf(Throwable thrown) {
        List<Integer> compiled = new ArrayList<>();
        for (StackTraceElement element : thrown.getStackTrace()) {
            compiledFunction(element).ifPresent(compiled::add);
            if (compiled.size() == MAX) {
                break;
            }
        }
        return compiled;
    }

    private static Optional<Integer> compiledFunction(StackTraceElement element) {
        String method = element.getMethodName();
        if (!element.getClassName().startsWith(Compilation.CLASS_NAME) || !method.startsWith(METHOD_PREFIX)) {
            return Optional.empty();
        }
        try {
            return Optional.of(Integer.parseInt(method.substring(METHOD_PREFIX.length())));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }
}
