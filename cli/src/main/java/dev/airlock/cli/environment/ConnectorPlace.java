package dev.airlock.cli.environment;

import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.TypedFile;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.ManifestResult;
import dev.airlock.manifests.names.ConnectorIdentity;
import dev.airlock.runtime.actions.ConnectorFiles;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where a command finds the connector that a person named: a folder, or the store. */
public sealed interface ConnectorPlace permits ConnectorFolder, InstalledConnector {
    /** What a parameter for one is described as. */
    String DESCRIPTION =
            "A folder with manifest.toml and connector.wasm, or an installed connector, NAME or NAME@VERSION.";

    /** A name as a path spells it: with one slash where there are two. */
    Pattern NAMED = Pattern.compile("(github|gitlab|oci|https|local):/+(.*)");

    /**
     * The connector of a parameter, which is a path so that a shell completes it.
     *
     * @throws dev.airlock.cli.console.RefusedConnector if it is an installed one, and was altered or has a signature that does not verify
     */
    static ConnectorPlace named(Terminal terminal, Path typed) {
        Matcher name = NAMED.matcher(typed.toString());
        return name.matches()
                ? InstalledConnector.find(terminal, name.group(1) + "://" + name.group(2))
                : ConnectorFolder.at(terminal, typed);
    }

    /** Whether a parameter is the name of an installed connector. */
    static boolean isName(Path typed) {
        return NAMED.matcher(typed.toString()).matches();
    }

    /** The same as it was typed. */
    static String shown(Path typed) {
        Matcher name = NAMED.matcher(typed.toString());
        return name.matches() ? name.group(1) + "://" + name.group(2) : TypedFile.shown(typed);
    }

    /** The manifest, or what is wrong with it. */
    ManifestResult readManifest();

    /** The manifest as it was written, or a problem of the command's that lists everything wrong with it. */
    ConnectorManifest manifest();

    /** The same with the values that were given to its settings; a problem of the command's where one is missing. */
    default ConnectorManifest configured(Terminal terminal) {
        ConnectorManifest manifest = manifest();
        return SettingsAccess.configured(terminal, identity(manifest), manifest);
    }

    /** Who the connector is. */
    ConnectorIdentity identity(ConnectorManifest manifest);

    /** Its bytes, and who it is. */
    default ConnectorFiles files(ConnectorManifest manifest) {
        return new ConnectorFiles(writtenManifest(), module(), identity(manifest))
                .setTo(manifest.settings().given());
    }

    /** The manifest's bytes, as they were written. */
    byte[] writtenManifest();

    /** Its module, or a problem of the command's. */
    byte[] module();
}
