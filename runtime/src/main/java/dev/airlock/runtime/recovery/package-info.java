/**
 * Recovery: a failed call gets the right next step, once, visibly. The whole policy is {@link
 * dev.airlock.runtime.recovery.policy.Playbook}, a table, and {@link dev.airlock.runtime.recovery.RecoveryEngine}, which carries
 * it out. Each call is recorded in a {@link dev.airlock.runtime.recovery.Journal}, a port of this package; who implements it must not
 * be known here. Time and chance are injected; nothing here reads a clock of the machine.
 */
@NullMarked
package dev.airlock.runtime.recovery;

import org.jspecify.annotations.NullMarked;
