/**
 * The policy of recovery, as values and pure functions: what a failure means, and what is done about it. Start at {@link
 * dev.airlock.runtime.recovery.policy.Playbook}. Nothing here waits, sends or reads a clock.
 */
@NullMarked
package dev.airlock.runtime.recovery.policy;

import org.jspecify.annotations.NullMarked;
