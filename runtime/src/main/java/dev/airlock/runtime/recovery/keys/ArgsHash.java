package dev.airlock.runtime.recovery.keys;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.formats.hash.Sha256;

/** A digest of a call's arguments, independent of how they are written. */
public final class ArgsHash {
    private ArgsHash() {}

    public static String of(ObjectNode args) {
        return Sha256.hex(CanonicalJson.of(args));
    }
}
