package dev.airlock.cli.environment;

import dev.airlock.cli.console.CommandProblem;
import dev.airlock.cli.console.Terminal;
import dev.airlock.formats.text.Parsed;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.names.ConnectorIdentity;
import dev.airlock.runtime.settings.ConnectorSettings;
import java.io.IOException;
import java.util.List;

/** Access to the values of connectors' settings for commands. */
public final class SettingsAccess {
    private SettingsAccess() {}

    /** Returns this user's values. */
    public static ConnectorSettings of(Terminal terminal) {
        return ConnectorSettings.in(UserFolders.data(terminal));
    }

    /** Returns a manifest with the values for its connector. */
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

    /** Returns the problem that the values cannot be used. */
    public static CommandProblem problem(IOException why) {
        return CommandProblem.configuration(String.valueOf(why.getMessage()), List.of());
    }
}
