package dev.airlock.cli.database;

import dev.airlock.cli.console.CommandProblem;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.environment.UserDatabase;
import dev.airlock.runtime.database.SharedDatabase;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The flag that names a database. */
final class DatabaseFlag {
    @Option(
            names = "--database",
            paramLabel = "URL",
            description = "Its URL, jdbc:postgresql://HOST/DATABASE?user=USER. Default: the variable AIRLOCK_DATABASE.")
    private @Nullable String url;

    /** Returns the database that the flag or the variable names. */
    SharedDatabase of(Terminal terminal) {
        return Optional.ofNullable(url)
                .map(UserDatabase::at)
                .or(() -> UserDatabase.of(terminal))
                .orElseThrow(() -> CommandProblem.configuration(
                        "No database is named. Give its URL with --database, or set AIRLOCK_DATABASE to it.",
                        List.of()));
    }
}
