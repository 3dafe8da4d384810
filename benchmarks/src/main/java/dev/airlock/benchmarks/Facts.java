package dev.airlock.benchmarks;

import dev.airlock.sandbox.engine.Form;
import dev.airlock.sandbox.engine.Kernel;

/**
 * The facts about a program that need no measurement of time.
 *
 * @param fuel the fuel of one run
 * @param instructions the number of instructions that it executes, including structure
 * @param calls the number of function calls among them
 */
record Facts(long fuel, long instructions, long calls) {
    /** The number of calls per 100 instructions from which a program is bound by its calls. */
    private static final double CALL_BOUND = 5;

    /** Runs the program once in each form, and checks that result and fuel are the same everywhere. */
    static Facts of(BenchmarkProgram program) {
        Kernel counted = kernel(program, Form.CHICORY_INTERPRETED);
        kernel(program, Form.CHICORY);
        long fuel = kernel(program, Form.AIRLOCK_INTERPRETED).fuel();
        check(program, "fuel", fuel, kernel(program, Form.AIRLOCK).fuel());
        check(program, "fuel", fuel, kernel(program, Form.AIRLOCK_WITHOUT_PASS).fuel());
        return new Facts(fuel, counted.instructions(), counted.calls());
    }

    private static Kernel kernel(BenchmarkProgram program, Form form) {
        Kernel kernel = Kernel.of(form, program.module());
        check(program, "the result", program.result(), kernel.run(program.argument()));
        return kernel;
    }

    private static void check(BenchmarkProgram program, String what, long expected, long actual) {
        if (expected != actual) {
            throw new IllegalStateException(
                    what + " of " + program.fileName() + " is " + actual + " and not " + expected);
        }
    }

    double callsPer100() {
        return 100.0 * calls / instructions;
    }

    boolean isCallBound() {
        return callsPer100() >= CALL_BOUND;
    }
}
