/**
 * The events that the audit log records, and the port through which they are written. Start at {@link
 * dev.airlock.runtime.audit.event.AuditEvent}.
 */
@NullMarked
package dev.airlock.runtime.audit.event;

import org.jspecify.annotations.NullMarked;
