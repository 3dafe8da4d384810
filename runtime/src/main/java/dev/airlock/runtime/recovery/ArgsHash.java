package dev.airlock.runtime.recovery;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.Sha256;

/** A digest of a call's arguments, independent of how they are written. */
final class ArgsHash {
    private ArgsHash() {}

    static String of(ObjectNode args) {
        return Sha256.hex(CanonicalJson.of(args));
    }
}
