package dev.airlock.sandbox.recording;

import dev.airlock.failures.AuditId;

/** Is given recordings of calls. Thread-safe. */
public interface CallRecorder {
    /** Nothing is recorded. */
    CallRecorder NONE = new CallRecorder() {
        @Override
        public boolean wants(AuditId call) {
            return false;
        }

        @Override
        public void recorded(Recording recording) {}
    };

    /** Whether a call that is about to begin is to be recorded. */
    boolean wants(AuditId call);

    /** Takes a recording, before whoever made the call has its outcome. Does not throw. */
    void recorded(Recording recording);
}
