package dev.airlock.cli.install.consent;

import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.names.ContentHash;
import dev.airlock.registry.install.Candidate;
import dev.airlock.registry.packages.SignatureCheck;
import java.util.Optional;

/**
 * A connector on a consent screen.
 *
 * @param hash the hash of its bytes
 * @param signature the result of its signature check
 * @param before the version that it is compared with, if there is one
 * @param beside the text beside its version, about versions that are already present
 */
public record ConnectorTitle(
        ContentHash hash,
        ConnectorManifest manifest,
        SignatureCheck signature,
        Optional<ConnectorManifest> before,
        String beside) {
    /** Returns a connector to install, compared with the installed version. */
    public static ConnectorTitle of(Candidate.Ready ready) {
        return new ConnectorTitle(
                ready.content().hash(),
                ready.manifest(),
                ready.signature(),
                ready.before(),
                ready.before().map(before -> beside(before, ready.manifest())).orElse(""));
    }

    /**
     * Returns the text about the installed version. It warns of the same version with other bytes, because an honest publisher never
     * changes a version's contents.
     */
    private static String beside(ConnectorManifest before, ConnectorManifest now) {
        boolean isSame = before.connector().version().equals(now.connector().version());
        return ", installed is " + before.connector().version() + (isSame ? " too, WITH DIFFERENT BYTES" : "");
    }
}
