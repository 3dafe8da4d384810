/**
 * The one type of clock, for guests and for what bounds them. Nothing else below the runtime reads the machine's time. It imports nothing of
 * ours; sleeping is in {@link dev.airlock.sandbox.load.Deadline}.
 */
@NullMarked
package dev.airlock.sandbox.time;

import org.jspecify.annotations.NullMarked;
