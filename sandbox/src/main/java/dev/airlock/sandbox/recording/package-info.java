/**
 * The questions of a guest to its host and their answers, in order: recorded while a call runs, and replayed later
 * without the world. Start at {@link dev.airlock.sandbox.recording.HostInterceptor}. Knows the call, and neither host functions
 * nor WASI.
 */
@NullMarked
package dev.airlock.sandbox.recording;

import org.jspecify.annotations.NullMarked;
