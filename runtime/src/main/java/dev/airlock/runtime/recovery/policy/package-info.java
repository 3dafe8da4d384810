/**
 * The policy of recovery, as values and pure functions: the verdict on a failure, and the recovery for each verdict. Start at
 * {@link dev.airlock.runtime.recovery.policy.Playbook}. Nothing here waits, sends or reads a clock.
 */
@NullMarked
package dev.airlock.runtime.recovery.policy;

import org.jspecify.annotations.NullMarked;
