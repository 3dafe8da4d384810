/**
 * Runs connectors: WebAssembly in, an outcome out. Start at {@code Sandbox}.
 */
@NullMarked
package dev.airlock.sandbox;

import org.jspecify.annotations.NullMarked;
