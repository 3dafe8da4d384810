package dev.airlock.cli.environment;

import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.input.TypedFile;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.ManifestResult;
import dev.airlock.manifests.names.ConnectorIdentity;
import dev.airlock.runtime.actions.source.ConnectorFiles;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The place of a connector that a person named: a folder, or the store. */
public sealed interface ConnectorPlace permits ConnectorFolder, InstalledConnector {
    /** The description of a parameter for a place. */
    String DESCRIPTION =
            "A folder with manifest.toml and connector.wasm, or an installed connector, NAME or NAME@VERSION.";

    /** A name as spelt in a path, which has one slash where the name has two. */
    Pattern NAMED = Pattern.compile("(github|gitlab|oci|https|local):/+(.*)");

    /**
     * Returns the connector that a parameter names. The parameter is a path, so that a shell completes it.
     *
     * @throws dev.airlock.cli.console.outcome.RefusedConnector if it is an installed one, and was altered or has a signature that does not verify
     */
    static ConnectorPlace named(Terminal terminal, Path typed) {
        Matcher name = NAMED.matcher(typed.toString());
        return name.matches()
                ? InstalledConnector.find(terminal, name.group(1) + "://" + name.group(2))
                : ConnectorFolder.at(terminal, typed);
    }

    /** Returns whether a parameter is the name of an installed connector. */
    static boolean isName(Path typed) {
        return NAMED.matcher(typed.toString()).matches();
    }

    /** Returns the parameter as it was typed. */
    static String shown(Path typed) {
        Matcher name = NAMED.matcher(typed.toString());
        return name.matches() ? name.group(1) + "://" + name.group(2) : TypedFile.shown(typed);
    }

    /** Returns the manifest, or its problems. */
    ManifestResult readManifest();

    /** Returns the manifest as it was written. Ends the command with all its problems if it has any. */
    ConnectorManifest manifest();

    /** Returns the manifest with the values of its settings. Ends the command if a value is missing. */
    default ConnectorManifest configured(Terminal terminal) {
        ConnectorManifest manifest = manifest();
        return SettingsAccess.configured(terminal, identity(manifest), manifest);
    }

    /** Returns the identity of the connector. */
    ConnectorIdentity identity(ConnectorManifest manifest);

    /** Returns its bytes and its identity. */
    default ConnectorFiles files(ConnectorManifest manifest) {
        return new ConnectorFiles(writtenManifest(), module(), identity(manifest))
                .setTo(manifest.settings().given());
    }

    /** Returns the manifest's bytes, as they were written. */
    byte[] writtenManifest();

    /** Returns its module. Ends the command if there is none. */
    byte[] module();
}
