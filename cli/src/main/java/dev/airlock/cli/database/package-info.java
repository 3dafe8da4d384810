/**
 * airlock database: the database that several machines share. Start at {@link dev.airlock.cli.database.DatabaseCommand}.
 */
@NullMarked
package dev.airlock.cli.database;

import org.jspecify.annotations.NullMarked;
