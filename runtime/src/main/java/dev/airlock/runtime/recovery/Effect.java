package dev.airlock.runtime.recovery;

import dev.airlock.runtime.recovery.policy.CallEvidence;
import dev.airlock.runtime.recovery.policy.Declared;
import dev.airlock.runtime.recovery.policy.Playbook;

/** What a call that did not succeed may have changed at the service. */
public enum Effect {
    /** Nothing. */
    NONE,
    /** Perhaps something; but the same call again is recognised, or does no harm. */
    REPEATABLE,
    /** Perhaps something, and the same call again might do it twice. */
    UNCERTAIN;

    static Effect of(CallEvidence evidence, Declared declared) {
        if (!Playbook.mayBeRepeated(evidence, declared)) {
            return UNCERTAIN;
        }
        return evidence.withoutEffect() ? NONE : REPEATABLE;
    }

    /**
     * Of a call and of another one that was made in its place. If the other one may have changed something, the first service knows
     * nothing of that and would do it again.
     */
    Effect andElsewhere(Effect other) {
        return other == NONE ? this : UNCERTAIN;
    }
}
