package dev.airlock.runtime.offenders;

import org.sqlite.SQLiteDataSource;

/** Breaks a rule of the house on purpose. */
public final class RegistersADriver {
    private RegistersADriver() {}

    static Object registers() {
        return new SQLiteDataSource();
    }
}
