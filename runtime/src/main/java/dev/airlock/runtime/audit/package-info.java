/**
 * The audit log: one chain of records, each with the hash of its predecessor, and signed checkpoints.
 * {@link dev.airlock.runtime.audit.AuditLog} writes it, {@link dev.airlock.runtime.audit.AuditArchive} reads it, and
 * {@link dev.airlock.runtime.audit.call.AuditedCalls} records each call before its first byte. From recovery, this package uses the port that it
 * implements, {@link dev.airlock.runtime.recovery.journal.Journal}, and the values that pass through it. It must not depend on actions.
 */
@NullMarked
package dev.airlock.runtime.audit;

import org.jspecify.annotations.NullMarked;
