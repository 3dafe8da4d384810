/**
 * The audit log as commands use it: its file, and records of consent and refusal. Start at {@code AuditFile}.
 */
@NullMarked
package dev.airlock.cli.audit.log;

import org.jspecify.annotations.NullMarked;
