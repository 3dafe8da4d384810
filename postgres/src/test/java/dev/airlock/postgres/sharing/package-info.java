/** Tests of several hosts that share one database. */
@NullMarked
package dev.airlock.postgres.sharing;

import org.jspecify.annotations.NullMarked;
