package dev.airlock.registry.packages;

import dev.airlock.manifests.ManifestReader;
import dev.airlock.manifests.ManifestResult;
import dev.airlock.manifests.names.ContentHash;
import dev.airlock.runtime.actions.source.ConnectorFiles;
import java.util.Optional;

/** A published connector: module, manifest, and possibly signatures. None of it is trusted yet. Immutable. */
public final class ConnectorPackage {
    /** The name of the module in an archive and in a folder. */
    public static final String MODULE = ConnectorFiles.MODULE;
    /** The name of the manifest in an archive and in a folder. */
    public static final String MANIFEST = ConnectorFiles.MANIFEST;
    /** The name of the public contract's signature. */
    public static final String SIGNATURE = "signature.sig";
    /** The name of the signature that also covers the lengths. */
    public static final String SIGNATURE_V2 = "signature.v2.sig";

    private final byte[] module;
    private final byte[] manifest;
    private final Optional<byte[]> signature;
    private final Optional<byte[]> signatureV2;
    private final ContentHash hash;

    /**
     * The unverified signatures of a package; either may be missing.
     *
     * @param v1 the signature of the public contract
     * @param v2 the signature that also covers the lengths
     */
    public record Signatures(Optional<byte[]> v1, Optional<byte[]> v2) {}

    /** Copies the bytes. */
    public ConnectorPackage(byte[] module, byte[] manifest, Signatures signatures) {
        this.module = module.clone();
        this.manifest = manifest.clone();
        this.signature = signatures.v1().map(byte[]::clone);
        this.signatureV2 = signatures.v2().map(byte[]::clone);
        this.hash = ContentHash.of(module, manifest);
    }

    /** Returns an unsigned package. */
    public static ConnectorPackage unsigned(byte[] module, byte[] manifest) {
        return new ConnectorPackage(module, manifest, new Signatures(Optional.empty(), Optional.empty()));
    }

    /** Returns the same connector with other signatures. */
    ConnectorPackage signed(byte[] v1, byte[] v2) {
        return new ConnectorPackage(module, manifest, new Signatures(Optional.of(v1), Optional.of(v2)));
    }

    /** Returns the content hash of these bytes. */
    public ContentHash hash() {
        return hash;
    }

    /** Reads the manifest. */
    public ManifestResult readManifest() {
        return ManifestReader.read(MANIFEST, manifest);
    }

    /** Returns a copy of the module's bytes. */
    public byte[] module() {
        return module.clone();
    }

    /** Returns a copy of the manifest's bytes. */
    public byte[] manifest() {
        return manifest.clone();
    }

    /** Returns a copy of the unverified signature of the public contract; empty if there is none. */
    public Optional<byte[]> signature() {
        return signature.map(byte[]::clone);
    }

    /** Returns a copy of the unverified second signature. */
    public Optional<byte[]> signatureV2() {
        return signatureV2.map(byte[]::clone);
    }

    /** Returns whether it has anything that claims to be a signature. */
    public boolean isSigned() {
        return signature.isPresent() || signatureV2.isPresent();
    }
}
