package dev.airlock.cli.environment;

import dev.airlock.cli.console.CommandProblem;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.TypedText;
import dev.airlock.runtime.AirlockBuilder;
import dev.airlock.runtime.database.SharedDatabase;
import java.util.List;
import java.util.Optional;

/** The database that this user shares with other machines, if {@code AIRLOCK_DATABASE} names one. Its URL is never printed. */
public final class UserDatabase {
    /** The variable with its URL. */
    public static final String VARIABLE = "AIRLOCK_DATABASE";

    private UserDatabase() {}

    /** Returns the database that the variable names. */
    public static Optional<SharedDatabase> of(Terminal terminal) {
        return url(terminal).map(UserDatabase::at);
    }

    /** Returns the database at a URL. */
    public static SharedDatabase at(String url) {
        try {
            return SharedDatabase.at(url, "", "");
        } catch (IllegalArgumentException e) {
            throw unusable(e);
        }
    }

    /** Returns the settings of an Airlock with the user's database, if there is one. */
    static AirlockBuilder in(Terminal terminal, AirlockBuilder settings) {
        try {
            return url(terminal).map(settings::database).orElse(settings);
        } catch (IllegalArgumentException e) {
            throw unusable(e);
        }
    }

    private static Optional<String> url(Terminal terminal) {
        String named = terminal.environment().getOrDefault(VARIABLE, "");
        return Optional.of(TypedText.requireWhole(named, "The variable " + VARIABLE, "Nothing was done."))
                .filter(text -> !text.isEmpty());
    }

    private static CommandProblem unusable(IllegalArgumentException e) {
        return CommandProblem.configuration(String.valueOf(e.getMessage()), List.of());
    }
}
