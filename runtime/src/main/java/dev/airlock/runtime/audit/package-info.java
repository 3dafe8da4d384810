/**
 * The audit log: one chain of records, each with the hash of the one before, and signed checkpoints. {@link
 * dev.airlock.runtime.audit.AuditLog} writes it, {@link dev.airlock.runtime.audit.AuditArchive} reads it, and {@link
 * dev.airlock.runtime.audit.AuditedCalls} gives each call its record, before the call's first byte. Of recovery it knows the port
 * that it implements, {@link dev.airlock.runtime.recovery.Journal}, and the values that go through it. Must not know bindings or
 * actions.
 */
@NullMarked
package dev.airlock.runtime.audit;

import org.jspecify.annotations.NullMarked;
