/**
 * The audit log in PostgreSQL. {@link dev.airlock.postgres.PostgresProvider} is found by {@code AuditStore.at}; start with {@code
 * PostgresDatabase}. It brings the driver and nothing else, so that whoever embeds it keeps a pool and migrations of their own.
 */
@NullMarked
package dev.airlock.postgres;

import org.jspecify.annotations.NullMarked;
