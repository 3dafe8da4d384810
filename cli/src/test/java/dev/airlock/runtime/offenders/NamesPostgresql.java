package dev.airlock.runtime.offenders;

import org.postgresql.ds.PGSimpleDataSource;

/** Breaks a rule of the house on purpose. */
public final class NamesPostgresql {
    private NamesPostgresql() {}

    static Object names() {
        return new PGSimpleDataSource();
    }
}
