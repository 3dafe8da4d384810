/**
 * The tables in the schema {@code airlock}, created in steps. Start at {@link dev.airlock.postgres.schema.StoreTables}.
 */
@NullMarked
package dev.airlock.postgres.schema;

import org.jspecify.annotations.NullMarked;
