package dev.airlock.cli.environment;

import dev.airlock.cli.console.CommandProblem;
import dev.airlock.cli.console.Terminal;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.names.ConnectorIdentity;
import dev.airlock.manifests.parsing.Parsed;
import dev.airlock.runtime.settings.ConnectorSettings;
import java.io.IOException;
import java.util.List;

/** The values of the settings of connectors, as a command uses them. */
public final class SettingsAccess {
    private SettingsAccess() {}

    /** This user's. */
    public static ConnectorSettings of(Terminal terminal) {
        return ConnectorSettings.in(UserFolders.data(terminal));
    }

    /** A manifest with the values that were given to its connector. */
    static ConnectorManifest configured(Terminal terminal, ConnectorIdentity identity, ConnectorManifest manifest) {
        try {
            Parsed<ConnectorManifest> configured = of(terminal).configure(identity, manifest);
            if (configured instanceof Parsed.Wrong<ConnectorManifest> wrong) {
                throw CommandProblem.configuration(wrong.message() + ".", List.of());
            }
            return configured.orThrow();
        } catch (IOException e) {
            throw problem(e);
        }
    }

    /** The problem that they cannot be used. */
    public static CommandProblem problem(IOException why) {
        return CommandProblem.configuration(String.valueOf(why.getMessage()), List.of());
    }
}
