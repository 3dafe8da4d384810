/**
 * The storage of an audit log: the port {@link dev.airlock.runtime.audit.store.AuditStore} with its implementations in memory, in a SQLite
 * file, and in a database of another module ({@link dev.airlock.runtime.audit.store.AuditDatabaseProvider}). A store keeps rows in order
 * and does not know their meaning; {@code dev.airlock.runtime.audit} makes the chain. Start at {@code AuditStore}.
 */
@NullMarked
package dev.airlock.runtime.audit.store;

import org.jspecify.annotations.NullMarked;
