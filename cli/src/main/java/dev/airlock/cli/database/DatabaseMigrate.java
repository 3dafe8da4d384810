package dev.airlock.cli.database;

import dev.airlock.cli.console.CommandProblem;
import dev.airlock.cli.console.ExitCode;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.Version;
import dev.airlock.failures.text.ForeignText;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code airlock database migrate}: creates the tables. */
@Command(
        name = "migrate",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = {
            "Creates the tables in the schema airlock, or brings them up to date.",
            "Hosts do that on their first use too, if their user may; run it with a user who may create tables, so that",
            "theirs need not. Repeating it changes nothing."
        },
        footer = {"", "Example:", "  airlock database migrate --database 'jdbc:postgresql://db/agent?user=owner'"})
final class DatabaseMigrate implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin
    private DatabaseFlag database = new DatabaseFlag();

    DatabaseMigrate(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        try {
            database.of(terminal).migrate();
        } catch (SQLException e) {
            throw CommandProblem.configuration(
                    "The database cannot be brought up to date: " + ForeignText.clean(String.valueOf(e.getMessage()))
                            + ".",
                    List.of());
        }
        terminal.out().println("the tables are up to date");
        return ExitCode.SUCCESS;
    }
}
