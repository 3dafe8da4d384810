/**
 * The pass over compiled classes: the interface between the engine's compiler and the JVM, its two implementations, and the methods of
 * the engine that it copies. Start at {@link dev.airlock.sandbox.engine.pass.ClassPass}.
 */
@NullMarked
package dev.airlock.sandbox.engine.pass;

import org.jspecify.annotations.NullMarked;
