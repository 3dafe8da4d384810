/**
 * The events of the audit log, and the port for writing them. Start at {@link dev.airlock.runtime.audit.event.AuditEvent}.
 */
@NullMarked
package dev.airlock.runtime.audit.event;

import org.jspecify.annotations.NullMarked;
