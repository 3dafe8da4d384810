package dev.airlock.runtime.packages;

import dev.airlock.manifests.ManifestReader;
import dev.airlock.manifests.ManifestResult;
import java.util.Optional;

/** A connector as it is published: module, manifest, and perhaps signatures. None of it is trusted for being here. Immutable. */
public final class ConnectorPackage {
    /** The name of the module in an archive and in a folder. */
    public static final String MODULE = "connector.wasm";
    /** The name of the manifest. */
    public static final String MANIFEST = "manifest.toml";
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
     * The signatures of a package, as they are: perhaps no signatures at all.
     *
     * @param v1 that of the public contract
     * @param v2 the second one
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

    /** A package that nobody signed. */
    public static ConnectorPackage unsigned(byte[] module, byte[] manifest) {
        return new ConnectorPackage(module, manifest, new Signatures(Optional.empty(), Optional.empty()));
    }

    /** The same connector with other signatures. */
    ConnectorPackage signed(byte[] v1, byte[] v2) {
        return new ConnectorPackage(module, manifest, new Signatures(Optional.of(v1), Optional.of(v2)));
    }

    /** The content hash of the bytes that are here. */
    public ContentHash hash() {
        return hash;
    }

    /** The manifest, read. */
    public ManifestResult readManifest() {
        return ManifestReader.read(MANIFEST, manifest);
    }

    /** A copy of the module's bytes. */
    public byte[] module() {
        return module.clone();
    }

    /** A copy of the manifest's bytes. */
    public byte[] manifest() {
        return manifest.clone();
    }

    /** A copy of the signature of the public contract, as it is: perhaps no signature at all. */
    public Optional<byte[]> signature() {
        return signature.map(byte[]::clone);
    }

    /** A copy of the second signature, as it is. */
    public Optional<byte[]> signatureV2() {
        return signatureV2.map(byte[]::clone);
    }

    /** Whether it bears anything that is called a signature. */
    public boolean isSigned() {
        return signature.isPresent() || signatureV2.isPresent();
    }
}
