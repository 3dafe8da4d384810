/**
 * The audit log: one chain of records, each with the hash of the one before, and signed checkpoints. {@link
 * dev.airlock.runtime.audit.AuditLog} writes it, {@link dev.airlock.runtime.audit.AuditArchive} reads it, and {@link
 * dev.airlock.runtime.audit.AuditedCalls} is what a call goes through so that it is recorded before its first byte. Must not know
 * recovery, bindings or actions: they tell it {@link dev.airlock.runtime.audit.AuditEvent}s.
 */
@NullMarked
package dev.airlock.runtime.audit;

import org.jspecify.annotations.NullMarked;
