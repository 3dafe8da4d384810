/**
 * Records calls: implements recovery's {@link dev.airlock.runtime.recovery.journal.Journal} with one object for each call. Start at
 * {@link dev.airlock.runtime.audit.call.AuditedCalls}.
 */
@NullMarked
package dev.airlock.runtime.audit.call;

import org.jspecify.annotations.NullMarked;
