/**
 * The open work of a runtime: connectors to load, running calls, and the order of closing. Start at {@code RunningCalls}.
 */
@NullMarked
package dev.airlock.runtime.lifecycle;

import org.jspecify.annotations.NullMarked;
