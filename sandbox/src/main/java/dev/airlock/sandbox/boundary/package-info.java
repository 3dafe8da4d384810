/**
 * Turns the termination of a call into what the agent gets. The whole mapping is
 * {@link dev.airlock.sandbox.boundary.CallBoundary}; nothing after it looks at how a guest ended.
 */
@NullMarked
package dev.airlock.sandbox.boundary;

import org.jspecify.annotations.NullMarked;
