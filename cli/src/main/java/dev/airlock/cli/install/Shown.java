package dev.airlock.cli.install;

import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.runtime.install.Candidate;
import dev.airlock.runtime.packages.ContentHash;
import dev.airlock.runtime.packages.SignatureCheck;
import java.util.Optional;

/**
 * A connector as a screen shows it.
 *
 * @param hash of its bytes
 * @param signature what its signatures are worth
 * @param before the version that it is compared with, if there is one
 * @param beside what stands beside its version: what of it is there already
 */
public record Shown(
        ContentHash hash,
        ConnectorManifest manifest,
        SignatureCheck signature,
        Optional<ConnectorManifest> before,
        String beside) {
    /** One that is to be installed, compared with what is installed. */
    public static Shown of(Candidate.Ready ready) {
        return new Shown(
                ready.content().hash(),
                ready.manifest(),
                ready.signature(),
                ready.before(),
                ready.before().map(before -> beside(before, ready.manifest())).orElse(""));
    }

    /** One version has one content, as an honest publisher sees it, so the same one with other bytes is worth a word. */
    private static String beside(ConnectorManifest before, ConnectorManifest now) {
        boolean isSame = before.connector().version().equals(now.connector().version());
        return ", installed is " + before.connector().version() + (isSame ? " too, WITH DIFFERENT BYTES" : "");
    }
}
