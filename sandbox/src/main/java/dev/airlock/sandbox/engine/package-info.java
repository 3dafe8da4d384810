/**
 * The only package that names the engine, Chicory. It turns a metered module into a
 * {@link dev.airlock.sandbox.engine.Program}, and each run of it into an {@link dev.airlock.sandbox.call.Termination}. Only
 * {@link dev.airlock.sandbox.engine.ExceptionMapper} interprets what the engine throws during a call.
 */
@NullMarked
package dev.airlock.sandbox.engine;

import org.jspecify.annotations.NullMarked;
