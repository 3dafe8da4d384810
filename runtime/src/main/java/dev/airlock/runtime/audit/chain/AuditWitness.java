package dev.airlock.runtime.audit.chain;

import dev.airlock.runtime.audit.key.CheckpointKey;
import dev.airlock.runtime.audit.key.KeptHead;
import java.security.PublicKey;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Independent knowledge about a log, for its verification.
 *
 * @param key the key whose signatures count
 * @param holder the same key with its private half, which also shows whether a holder of it wrote the log's end; empty if it is unknown
 * @param hashes hashes of records that the log must have
 * @param heads kept heads, of this log and of others
 */
public record AuditWitness(PublicKey key, Optional<CheckpointKey> holder, List<String> hashes, List<KeptHead> heads) {
    /** Copies the lists. */
    public AuditWitness {
        hashes = List.copyOf(hashes);
        heads = List.copyOf(heads);
    }

    /** Returns a witness with the public half of the log's key. */
    public static AuditWitness of(PublicKey key) {
        return new AuditWitness(key, Optional.empty(), List.of(), List.of());
    }

    /** Returns a witness with the log's key. */
    public static AuditWitness of(CheckpointKey key) {
        return new AuditWitness(key.publicKey(), Optional.of(key), List.of(), List.of());
    }

    /** Returns a copy with the hash of a record that the log must have. */
    public AuditWitness with(String hash) {
        return new AuditWitness(
                key, holder, Stream.concat(hashes.stream(), Stream.of(hash)).toList(), heads);
    }

    /** Returns a copy with kept heads. */
    public AuditWitness with(List<KeptHead> kept) {
        return new AuditWitness(
                key,
                holder,
                hashes,
                Stream.concat(heads.stream(), kept.stream()).toList());
    }
}
