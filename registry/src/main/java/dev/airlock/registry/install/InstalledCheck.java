package dev.airlock.registry.install;

import dev.airlock.failures.AuditId;
import dev.airlock.failures.Failure;
import dev.airlock.manifests.names.ConnectorIdentity;
import dev.airlock.manifests.names.ConnectorReference;
import dev.airlock.manifests.names.ContentHash;
import dev.airlock.registry.packages.Keyring;
import dev.airlock.registry.packages.KeyringFile;
import dev.airlock.registry.store.ConnectorStore;
import dev.airlock.runtime.files.IntegrityCheck;
import java.io.IOException;
import java.util.Optional;

/**
 * Checks that a connector is in the store as it was read, and that its publisher is still trusted. Reads and hashes it.
 *
 * @param hash the hash that names its place
 * @param called its name and version
 * @param identity its identity when it was read
 */
record InstalledCheck(
        ConnectorStore store,
        KeyringFile keyring,
        ContentHash hash,
        ConnectorReference called,
        ConnectorIdentity identity)
        implements IntegrityCheck {
    @Override
    public Optional<Failure> failure(AuditId call) {
        Keyring trusted;
        try {
            trusted = keyring.read();
        } catch (IOException e) {
            return Optional.of(Failure.signatureFailure(
                    call,
                    called.toString(),
                    "The keyring cannot be used, so the trusted keys are not known.",
                    "airlock keyring list shows the problem."));
        }
        try {
            return failure(call, Installed.at(hash, called, store, trusted, call));
        } catch (IOException e) {
            return Optional.of(
                    absent(call, "The store of connectors cannot be read; airlock store verify shows the reason."));
        }
    }

    private Optional<Failure> failure(AuditId call, Installed now) {
        if (now instanceof Installed.Refused refused) {
            return Optional.of(refused.failure());
        }
        if (!(now instanceof Installed.Whole whole)) {
            return Optional.of(absent(call, "It was removed after it was loaded. To call it, install it again."));
        }
        boolean distrusted = identity instanceof ConnectorIdentity.Signed
                && !whole.identity().equals(identity);
        return distrusted ? Optional.of(distrusted(call)) : Optional.empty();
    }

    private Failure absent(AuditId call, String next) {
        return Failure.hashMismatch(call, called.toString(), hash.text(), "none", next);
    }

    private Failure distrusted(AuditId call) {
        String publisher = called.name().authority();
        return Failure.signatureFailure(
                call,
                called.toString(),
                "No key is trusted for " + publisher + ".",
                "To trust it again, add its key with airlock keyring trust " + publisher + ".");
    }
}
