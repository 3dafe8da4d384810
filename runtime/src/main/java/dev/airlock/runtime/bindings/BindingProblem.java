package dev.airlock.runtime.bindings;

/** An invalid change of the bindings; the message has the alternative. Nothing was changed. */
public final class BindingProblem extends Exception {
    private static final long serialVersionUID = 1L;

    BindingProblem(String message) {
        super(message);
    }
}
