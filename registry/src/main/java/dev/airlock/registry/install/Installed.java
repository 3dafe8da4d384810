package dev.airlock.registry.install;

import dev.airlock.failures.AuditId;
import dev.airlock.failures.Failure;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.ManifestResult;
import dev.airlock.manifests.names.ConnectorIdentity;
import dev.airlock.manifests.names.ConnectorReference;
import dev.airlock.manifests.names.ContentHash;
import dev.airlock.registry.packages.ConnectorPackage;
import dev.airlock.registry.packages.Keyring;
import dev.airlock.registry.packages.SignatureCheck;
import dev.airlock.registry.store.ConnectorStore;
import dev.airlock.runtime.actions.source.ConnectorFiles;
import dev.airlock.runtime.files.IntegrityCheck;
import java.io.IOException;
import java.util.Optional;

/** The connector that is in the store now, checked before it is used. */
public sealed interface Installed {
    /**
     * The connector is intact.
     *
     * @param content its bytes, whose hash was just computed
     * @param identity its publisher's identity while a trusted key verifies it; otherwise that of its place in the store
     * @param integrity the check that it stays so; none if it is used at once
     */
    record Whole(
            ConnectorPackage content, ConnectorManifest manifest, ConnectorIdentity identity, IntegrityCheck integrity)
            implements Installed {
        /** Returns a copy with a check for later changes. */
        Whole checkedBy(IntegrityCheck check) {
            return new Whole(content, manifest, identity, check);
        }

        /** Returns its bytes. */
        public ConnectorFiles files() {
            return new ConnectorFiles(content.manifest(), content.module(), identity).checkedBy(integrity);
        }
    }

    /** The connector is not there. */
    record Missing() implements Installed {}

    /** The connector was altered, or one of its signatures does not verify. This cannot be overridden. */
    record Refused(Failure failure) implements Installed {}

    /**
     * Reads a connector and checks it.
     *
     * @param called its expected name and version
     * @throws IOException if the store cannot be read
     */
    static Installed at(ContentHash hash, ConnectorReference called, ConnectorStore store, Keyring keyring)
            throws IOException {
        return at(hash, called, store, keyring, AuditId.random());
    }

    /**
     * Reads a connector for a call and checks it.
     *
     * @param call the audit id of the failure
     */
    static Installed at(
            ContentHash hash, ConnectorReference called, ConnectorStore store, Keyring keyring, AuditId call)
            throws IOException {
        Optional<ConnectorPackage> present = store.read(hash);
        if (present.isEmpty()) {
            return store.holds(hash) ? refused(called, hash, "none", call) : new Missing();
        }
        ConnectorPackage content = present.get();
        if (!content.hash().equals(hash)) {
            return refused(called, hash, content.hash().text(), call);
        }
        if (!(content.readManifest() instanceof ManifestResult.Read read)
                || !read.manifest().connector().reference().equals(called)) {
            return new Missing();
        }
        SignatureCheck signature = keyring.check(content, called.name());
        if (signature instanceof SignatureCheck.Failed failed) {
            return new Refused(Failure.signatureFailure(
                    call,
                    called.toString(),
                    failed.why(),
                    "It was not run. Install it again, or remove it with airlock uninstall."));
        }
        return new Whole(content, read.manifest(), store.identity(called.name(), hash, signature), IntegrityCheck.NONE);
    }

    private static Refused refused(ConnectorReference called, ContentHash hash, String actual, AuditId call) {
        return new Refused(Failure.hashMismatch(
                call,
                called.toString(),
                hash.text(),
                actual,
                "Its files in the store were altered. Install it again to restore them."));
    }
}
