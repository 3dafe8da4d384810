/**
 * The audit log in PostgreSQL. {@code AuditStore.at} finds {@link dev.airlock.postgres.PostgresProvider}; start at
 * {@code PostgresDatabase}. It adds only the driver, so that an embedder keeps its own pool and migrations.
 */
@NullMarked
package dev.airlock.postgres;

import org.jspecify.annotations.NullMarked;
