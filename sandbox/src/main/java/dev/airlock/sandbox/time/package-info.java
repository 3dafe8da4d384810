/**
 * The one type of clock, for guests and for their limits. Nothing else reads the machine's time, and nothing else
 * sleeps. Imports nothing of ours.
 */
@NullMarked
package dev.airlock.sandbox.time;

import org.jspecify.annotations.NullMarked;
