/**
 * What a runtime has open: connectors being loaded, calls that run, and the order in which all of it is closed. Start at {@code
 * RunningCalls}.
 */
@NullMarked
package dev.airlock.runtime.lifecycle;

import org.jspecify.annotations.NullMarked;
