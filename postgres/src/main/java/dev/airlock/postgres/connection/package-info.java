/**
 * Connections to one PostgreSQL database, and the steps that create its tables. Start at
 * {@link dev.airlock.postgres.connection.Connections}. Must not know what the tables hold.
 */
@NullMarked
package dev.airlock.postgres.connection;

import org.jspecify.annotations.NullMarked;
