/**
 * Recordings as JSON, written and read strictly. Start at {@link dev.airlock.sandbox.recording.json.RecordingJson}.
 */
@NullMarked
package dev.airlock.sandbox.recording.json;

import org.jspecify.annotations.NullMarked;
