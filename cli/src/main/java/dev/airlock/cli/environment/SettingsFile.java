package dev.airlock.cli.environment;

import dev.airlock.cli.console.CommandProblem;
import dev.airlock.cli.console.Terminal;
import dev.airlock.runtime.files.HomeSettings;
import dev.airlock.runtime.files.SettingsException;
import java.io.IOException;
import java.util.List;

/** The settings of this user's home, {@code settings.toml} in the data folder. */
public final class SettingsFile {
    private SettingsFile() {}

    /** Reads the settings. Ends the command if they cannot be used. */
    public static HomeSettings read(Terminal terminal) {
        try {
            return HomeSettings.of(UserFolders.home(terminal));
        } catch (SettingsException e) {
            throw CommandProblem.configuration(
                    "settings.toml in $AIRLOCK_HOME cannot be used; correct it and run the command again.",
                    e.problems());
        } catch (IOException e) {
            throw CommandProblem.configuration(
                    "settings.toml in $AIRLOCK_HOME cannot be read. Look at its permissions.", List.of());
        }
    }
}
