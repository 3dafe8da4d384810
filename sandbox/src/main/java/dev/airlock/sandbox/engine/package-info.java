/**
 * The only package that names the engine, Chicory. It turns a metered module into a {@link
 * dev.airlock.sandbox.engine.Program} and one run of it into an {@link dev.airlock.sandbox.call.Ending}; whatever the
 * engine throws is understood in {@link dev.airlock.sandbox.engine.Funnel} and nowhere else.
 */
@NullMarked
package dev.airlock.sandbox.engine;

import org.jspecify.annotations.NullMarked;
