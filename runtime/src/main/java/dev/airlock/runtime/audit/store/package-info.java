/**
 * Where an audit log lies: the port {@link dev.airlock.runtime.audit.store.AuditStore}, and its forms: in memory, in a
 * SQLite file, in a database that another module brings ({@link dev.airlock.runtime.audit.store.AuditDatabaseProvider}). A store keeps rows in order and knows nothing of what they mean; the chain is made in {@code
 * dev.airlock.runtime.audit}. Start with {@code AuditStore}.
 */
@NullMarked
package dev.airlock.runtime.audit.store;

import org.jspecify.annotations.NullMarked;
