package dev.airlock.runtime.database;

import dev.airlock.runtime.audit.store.AuditStore;
import dev.airlock.runtime.modules.OptionalModules;
import dev.airlock.runtime.recovery.store.RecoveryStore;
import dev.airlock.sandbox.state.StateStore;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The stores of a runtime in one database that several machines share. Each method opens a store, which is connected on first use and
 * closed by whoever opened it. Thread-safe.
 */
public interface SharedDatabase {
    /**
     * Something that was found out about the database.
     *
     * @param isGood whether it is as it has to be
     * @param text a sentence without its full stop; if it is not good, with the next step
     */
    record Finding(boolean isGood, String text) {}

    /** Examines the database without changing it. Never throws because of the database: a server that is away is a finding. */
    List<Finding> check();

    /**
     * Creates the tables of all stores, or brings them up to date.
     *
     * @throws SQLException if that is not possible, and why; it names no password
     */
    void migrate() throws SQLException;

    /**
     * Returns the value on which all hosts agreed under a name; if there is none yet, that is this one.
     *
     * @throws SQLException if the database cannot be used
     */
    String agreed(String name, String value) throws SQLException;

    /** Returns the audit log. */
    AuditStore audit();

    /** Returns the keys with what their calls sent, conversations, reversals, reviews and circuits. */
    RecoveryStore recovery();

    /** Returns what connectors keep between calls. */
    StateStore state();

    /**
     * Returns the database at a URL that a module on the class path supports: {@code airlock-postgres} takes
     * {@code jdbc:postgresql://host/database}.
     *
     * @param url a JDBC URL
     * @param user the database user; empty if the URL names it
     * @param password the user's password; empty if there is none, or the URL or the database's own password file has it
     * @throws IllegalArgumentException if no module takes the URL; the message names the module to add, or the problem of the URL, and
     *     shows nothing of it
     */
    static SharedDatabase at(String url, String user, String password) {
        return OptionalModules.providers(SharedDatabaseProvider.class)
                .map(provider -> provider.at(url, user, password))
                .flatMap(Optional::stream)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(refusal(url)));
    }

    private static String refusal(String url) {
        Map<String, String> modules = Map.of("jdbc:postgresql:", "dev.airlock:airlock-postgres");
        return modules.entrySet().stream()
                .filter(known -> url.startsWith(known.getKey()))
                .findFirst()
                .map(known -> "No module on the class path supports databases at a URL that begins with "
                        + known.getKey() + ". Add the dependency " + known.getValue()
                        + ", in the version of airlock-runtime. In a shaded jar, merge the files of META-INF/services.")
                .orElse("Stores cannot be kept at a URL of that kind. URLs begin with one of " + modules.keySet()
                        + ".");
    }
}
