package dev.airlock.postgres.connection;

import java.time.Instant;

/** The time by which the stores decide, as an SQL expression in milliseconds since 1970. */
@FunctionalInterface
public interface DatabaseTime {
    /** The server's clock, which is the same for all machines. The caller's is ignored. */
    DatabaseTime SERVER = callers -> "(extract(epoch FROM clock_timestamp()) * 1000)::bigint";

    /** Returns the expression for the present moment. */
    String sql(Instant callers);
}
