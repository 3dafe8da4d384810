/**
 * The data of connectors in PostgreSQL. Start at {@link dev.airlock.postgres.state.PostgresStateStore}.
 */
@NullMarked
package dev.airlock.postgres.state;

import org.jspecify.annotations.NullMarked;
