/**
 * What a call's guest asks of its host and what it is told, one thing after the other: noted while a call runs, and played back
 * later without the world. Start at {@link dev.airlock.sandbox.recording.Tape}. Knows the call, and neither host functions nor WASI.
 */
@NullMarked
package dev.airlock.sandbox.recording;

import org.jspecify.annotations.NullMarked;
