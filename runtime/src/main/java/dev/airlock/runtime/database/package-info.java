/**
 * The stores that several machines share, in one database. {@code AirlockBuilder.database} finds the module that opens it by
 * {@link dev.airlock.runtime.database.SharedDatabaseProvider}; start at {@link dev.airlock.runtime.database.SharedDatabase}.
 */
@NullMarked
package dev.airlock.runtime.database;

import org.jspecify.annotations.NullMarked;
