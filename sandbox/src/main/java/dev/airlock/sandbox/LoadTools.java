package dev.airlock.sandbox;

import dev.airlock.sandbox.boundary.CallBoundary;
import dev.airlock.sandbox.engine.Engine;

/**
 * What all loads of a sandbox work with.
 *
 * @param background compiles what may be called before it is compiled
 * @param leaked counts the threads of loads and calls that do not come back
 */
record LoadTools(
        Engine engine,
        BackgroundCompiler background,
        CallBoundary boundary,
        LoadListener listener,
        LeakedThreads leaked) {}
