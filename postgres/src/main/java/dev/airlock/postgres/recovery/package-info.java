/**
 * The recovery store in PostgreSQL, which several machines share. Start at
 * {@link dev.airlock.postgres.recovery.PostgresRecoveryStore}; {@code WorkerLease} says who may write.
 */
@NullMarked
package dev.airlock.postgres.recovery;

import org.jspecify.annotations.NullMarked;
