/**
 * Recovery from failed calls: picks the next step for a failure, takes it once, and records it. The whole policy is a table,
 * {@link dev.airlock.runtime.recovery.policy.Playbook}; {@link dev.airlock.runtime.recovery.RecoveryEngine} carries it out. A
 * {@link dev.airlock.runtime.recovery.journal.Journal}, a port of this package, records each call; this package must not know its implementation.
 * The clock and the random source are injected; nothing here reads the machine's clock.
 */
@NullMarked
package dev.airlock.runtime.recovery;

import org.jspecify.annotations.NullMarked;
