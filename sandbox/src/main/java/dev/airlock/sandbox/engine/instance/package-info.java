/**
 * Instances of a module, which share everything that a guest cannot write. Start at {@code InstanceTemplate}. Must not compile.
 */
@NullMarked
package dev.airlock.sandbox.engine.instance;

import org.jspecify.annotations.NullMarked;
