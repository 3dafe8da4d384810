/**
 * Recordings of calls as files, and their replay without the outside world. Start at {@link dev.airlock.runtime.recordings.RecordingFile}
 * and {@link dev.airlock.runtime.recordings.Replay}.
 */
@NullMarked
package dev.airlock.runtime.recordings;

import org.jspecify.annotations.NullMarked;
