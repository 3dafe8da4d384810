package dev.airlock.registry.install;

import dev.airlock.failures.AuditId;
import dev.airlock.failures.Failure;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.ManifestResult;
import dev.airlock.manifests.names.ConnectorReference;
import dev.airlock.manifests.names.ContentHash;
import dev.airlock.registry.packages.ConnectorPackage;
import dev.airlock.registry.packages.Keyring;
import dev.airlock.registry.packages.SignatureCheck;
import dev.airlock.registry.store.ConnectorStore;
import dev.airlock.registry.store.StoredConnector;
import dev.airlock.runtime.files.HomeSettings;
import java.io.IOException;
import java.util.Comparator;
import java.util.Optional;

/** The result of checking a package before its installation. The check writes nothing. */
public sealed interface Candidate {
    /** The next step for a package that fails a check. */
    String NEXT = "Nothing was installed. Do not use it; get it again from its publisher.";

    /** The next step for a package whose signature cannot be checked, where that is required. */
    String TRUST =
            "Nothing was installed. If you know the publisher, trust its key (airlock keyring trust), then install it again.";

    /** Returns this candidate under the settings of a home: refused if they allow only verified packages, and this is not verified. */
    default Candidate under(HomeSettings settings) {
        if (settings.installsUnsigned() || !(this instanceof Ready ready) || ready.isVerified()) {
            return this;
        }
        return new Refused(Failure.signatureFailure(
                AuditId.random(),
                ready.manifest().connector().reference().toString(),
                "It cannot be checked, and settings.toml of this home allows only connectors that a trusted key signed"
                        + " ([install] unsigned = false).",
                TRUST));
    }

    /**
     * The package can be installed, if the user agrees.
     *
     * @param content the checked bytes, which are the ones to install
     * @param signature the result of the signature check; never {@link SignatureCheck.Failed}
     * @param before the other installed connector with that name: the highest version that is not above this one, or else the highest
     */
    record Ready(
            ConnectorPackage content,
            ConnectorManifest manifest,
            SignatureCheck signature,
            Optional<ConnectorManifest> before)
            implements Candidate {
        /** Returns whether a trusted key signed it. Otherwise its origin cannot be checked. */
        public boolean isVerified() {
            return signature instanceof SignatureCheck.Verified;
        }
    }

    /** A hash or a signature is wrong. This cannot be overridden. */
    record Refused(Failure failure) implements Candidate {}

    /**
     * The source has no package, or it is not a connector, or not the requested one.
     *
     * @param why the reason, in sentences that are safe to show
     */
    record Unfit(String why) implements Candidate {}

    /**
     * Fetches a package from a source and checks it. Every behaviour of the source becomes a candidate.
     *
     * @throws IOException if the store cannot be read
     */
    static Candidate of(PackageSource source, ConnectorReference wanted, Keyring keyring, ConnectorStore store)
            throws IOException {
        return of(source, wanted, Optional.empty(), keyring, store);
    }

    /**
     * Fetches and checks a package with a known hash.
     *
     * @param hash the hash that it must have
     */
    static Candidate of(
            PackageSource source, ConnectorReference wanted, ContentHash hash, Keyring keyring, ConnectorStore store)
            throws IOException {
        return of(source, wanted, Optional.of(hash), keyring, store);
    }

    private static Candidate of(
            PackageSource source,
            ConnectorReference wanted,
            Optional<ContentHash> hash,
            Keyring keyring,
            ConnectorStore store)
            throws IOException {
        ConnectorPackage content;
        try {
            content = source.fetch(wanted);
        } catch (WrongBytesException e) {
            return new Refused(Failure.hashMismatch(AuditId.random(), e.what(), e.expected(), e.actual(), NEXT));
        } catch (SourceException e) {
            return new Unfit(e.why() + " Nothing was installed.");
        }
        return check(content, wanted, hash, keyring, store);
    }

    /**
     * Checks the hash, the manifest, that it is the requested connector, and the signatures. Skips nothing if the same connector is already
     * installed.
     */
    private static Candidate check(
            ConnectorPackage content,
            ConnectorReference wanted,
            Optional<ContentHash> hash,
            Keyring keyring,
            ConnectorStore store)
            throws IOException {
        if (hash.isPresent() && !hash.get().equals(content.hash())) {
            return new Refused(Failure.hashMismatch(
                    AuditId.random(),
                    wanted.toString(),
                    hash.get().text(),
                    content.hash().text(),
                    NEXT));
        }
        if (!(content.readManifest() instanceof ManifestResult.Read read)) {
            return new Unfit(
                    "The package there has a manifest with problems, so it cannot be used. Nothing was installed.");
        }
        ConnectorReference own = read.manifest().connector().reference();
        if (!own.equals(wanted)) {
            return new Unfit("The package there is " + own + ", not " + wanted + ". Nothing was installed.");
        }
        SignatureCheck signature = keyring.check(content, wanted.name());
        if (signature instanceof SignatureCheck.Failed failed) {
            return new Refused(Failure.signatureFailure(AuditId.random(), wanted.toString(), failed.why(), NEXT));
        }
        return new Ready(content, read.manifest(), signature, before(wanted, content.hash(), store));
    }

    private static Optional<ConnectorManifest> before(ConnectorReference wanted, ContentHash hash, ConnectorStore store)
            throws IOException {
        Comparator<ConnectorManifest> lowerFirst = Comparator.comparing(
                        (ConnectorManifest m) -> m.connector().version().compareTo(wanted.version()) <= 0)
                .thenComparing(m -> m.connector().version());
        return store.list().stream()
                .filter(stored -> !stored.hash().equals(hash))
                .map(StoredConnector::manifest)
                .filter(ManifestResult.Read.class::isInstance)
                .map(manifest -> ((ManifestResult.Read) manifest).manifest())
                .filter(manifest -> manifest.connector().name().equals(wanted.name()))
                .max(lowerFirst);
    }
}
