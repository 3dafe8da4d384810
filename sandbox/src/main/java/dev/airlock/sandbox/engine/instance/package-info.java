/**
 * Instances of a module, made without repeating what all of them share. Start at {@code InstanceTemplate}. Must not compile.
 */
@NullMarked
package dev.airlock.sandbox.engine.instance;

import org.jspecify.annotations.NullMarked;
