/**
 * Recordings of calls as files, and their repetition without the world. Start at {@link
 * dev.airlock.runtime.recordings.RecordingFile} and {@link dev.airlock.runtime.recordings.Replay}.
 */
@NullMarked
package dev.airlock.runtime.recordings;

import org.jspecify.annotations.NullMarked;
