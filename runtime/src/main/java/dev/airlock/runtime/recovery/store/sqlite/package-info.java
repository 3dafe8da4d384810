/**
 * The recovery store in one SQLite file. Start at {@link dev.airlock.runtime.recovery.store.sqlite.SqliteRecoveryStore}.
 */
@NullMarked
package dev.airlock.runtime.recovery.store.sqlite;

import org.jspecify.annotations.NullMarked;
