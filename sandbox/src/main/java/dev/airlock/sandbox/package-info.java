/** Runs connectors: takes WebAssembly and returns an outcome. Start at {@code Sandbox}. */
@NullMarked
package dev.airlock.sandbox;

import org.jspecify.annotations.NullMarked;
