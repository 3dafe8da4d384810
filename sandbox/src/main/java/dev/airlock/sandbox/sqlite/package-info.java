/**
 * The common ground of SQLite files: the driver, error codes with their meaning and remedy, free disk space. Start at {@link
 * dev.airlock.sandbox.sqlite.SqliteDriver}.
 */
@NullMarked
package dev.airlock.sandbox.sqlite;

import org.jspecify.annotations.NullMarked;
