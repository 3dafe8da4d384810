package dev.airlock.runtime.audit;

import java.security.PublicKey;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What is known of a log from elsewhere, and what a verification holds the log against.
 *
 * @param key the key whose signatures count
 * @param holder the same with its private half, which also tells whether a holder of it wrote the log's end; empty if that is not known
 * @param hashes hashes of records that the log must have
 * @param heads heads that were kept, of this log and of others
 */
public record AuditWitness(PublicKey key, Optional<CheckpointKey> holder, List<String> hashes, List<KeptHead> heads) {
    /** Copies the lists. */
    public AuditWitness {
        hashes = List.copyOf(hashes);
        heads = List.copyOf(heads);
    }

    /** The public half of the log's key. */
    public static AuditWitness of(PublicKey key) {
        return new AuditWitness(key, Optional.empty(), List.of(), List.of());
    }

    /** The log's key. */
    public static AuditWitness of(CheckpointKey key) {
        return new AuditWitness(key.publicKey(), Optional.of(key), List.of(), List.of());
    }

    /** The same with the hash of a record that the log must have. */
    public AuditWitness with(String hash) {
        return new AuditWitness(
                key, holder, Stream.concat(hashes.stream(), Stream.of(hash)).toList(), heads);
    }

    /** The same with heads that were kept. */
    public AuditWitness with(List<KeptHead> kept) {
        return new AuditWitness(
                key,
                holder,
                hashes,
                Stream.concat(heads.stream(), kept.stream()).toList());
    }
}
