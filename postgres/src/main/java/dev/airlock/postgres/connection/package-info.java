/**
 * Connections to one PostgreSQL database, and its time. Start at
 * {@link dev.airlock.postgres.connection.Connections}. Must not know any table.
 */
@NullMarked
package dev.airlock.postgres.connection;

import org.jspecify.annotations.NullMarked;
