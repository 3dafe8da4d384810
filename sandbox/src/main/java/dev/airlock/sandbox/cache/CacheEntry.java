package dev.airlock.sandbox.cache;

import java.time.Instant;

/**
 * An entry of the cache, for a person who lists it.
 *
 * @param id the entry's file name, which is a digest of its key
 * @param label the description that its writer gave; not checked against the seal, so not to be relied on
 * @param bytes its size
 * @param lastUsed when it was last read or written
 */
public record CacheEntry(String id, String label, long bytes, Instant lastUsed) {}
