/**
 * The frames of a running guest: which function and instruction it is at, interpreted or compiled. Start at {@code GuestFrames}.
 */
@NullMarked
package dev.airlock.sandbox.engine.frame;

import org.jspecify.annotations.NullMarked;
