package dev.airlock.sandbox.recording;

import dev.airlock.failures.AuditId;

/** Receives recordings of calls. Thread-safe. */
public interface CallRecorder {
    /** Records nothing. */
    CallRecorder NONE = new CallRecorder() {
        @Override
        public boolean wants(AuditId call) {
            return false;
        }

        @Override
        public void recorded(Recording recording) {}
    };

    /** Whether to record a call that is about to begin. */
    boolean wants(AuditId call);

    /** Takes a recording before the caller has the outcome. Does not throw. */
    void recorded(Recording recording);
}
