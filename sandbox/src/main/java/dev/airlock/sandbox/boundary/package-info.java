/**
 * Where the ending of a call becomes what the agent is told. The whole mapping is {@link
 * dev.airlock.sandbox.boundary.CallBoundary}; nothing after it looks at how a guest ended.
 */
@NullMarked
package dev.airlock.sandbox.boundary;

import org.jspecify.annotations.NullMarked;
