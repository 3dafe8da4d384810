package dev.airlock.sandbox;

import dev.airlock.sandbox.admission.JvmShare;
import dev.airlock.sandbox.boundary.CallBoundary;
import dev.airlock.sandbox.engine.Engine;
import dev.airlock.sandbox.time.Clock;
import dev.airlock.sandbox.wasi.GuestRandom;

/**
 * What all loads of a sandbox work with.
 *
 * @param background compiles what may be called before it is compiled
 * @param threads for what a load runs of the guest's own code
 * @param clock the time while an initial state is captured
 * @param random the random numbers meanwhile
 * @param share what loads and calls of the JVM share
 * @param leaked counts the threads of loads and calls that do not come back
 */
record LoadTools(
        Engine engine,
        BackgroundCompiler background,
        CallBoundary boundary,
        LoadListener listener,
        CallThreads threads,
        Clock clock,
        GuestRandom random,
        JvmShare share,
        LeakedThreads leaked) {}
