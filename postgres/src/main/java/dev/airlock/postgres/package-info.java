/**
 * The audit log in PostgreSQL, and the way to all stores there. {@code AuditStore.at} finds
 * {@link dev.airlock.postgres.PostgresProvider}, and {@code AirlockBuilder.database} finds {@link dev.airlock.postgres.PostgresSharing};
 * start at {@code PostgresDatabase}. It adds only the driver, so that an embedder keeps its own pool and migrations.
 */
@NullMarked
package dev.airlock.postgres;

import org.jspecify.annotations.NullMarked;
