package dev.airlock.sandbox.load;

import dev.airlock.sandbox.admission.JvmShare;
import dev.airlock.sandbox.api.LoadListener;
import dev.airlock.sandbox.boundary.CallBoundary;
import dev.airlock.sandbox.engine.Engine;
import dev.airlock.sandbox.thread.CallThreads;
import dev.airlock.sandbox.thread.LeakedThreads;
import dev.airlock.sandbox.time.Clock;
import dev.airlock.sandbox.wasi.GuestRandom;

/**
 * The services that all loads of a sandbox share.
 *
 * @param background compiles connectors that can be called before they are compiled
 * @param threads run the guest's own code during a load
 * @param clock the time while an initial state is captured
 * @param random the random numbers meanwhile
 * @param share the resources that loads and calls of the JVM share
 * @param leaked counts the threads of loads and calls that do not come back
 */
public record LoadTools(
        Engine engine,
        BackgroundCompiler background,
        CallBoundary boundary,
        LoadListener listener,
        CallThreads threads,
        Clock clock,
        GuestRandom random,
        JvmShare share,
        LeakedThreads leaked) {}
