package dev.airlock.sandbox.cache;

import java.time.Instant;

/**
 * One entry of the cache, for a person who looks at it.
 *
 * @param id the entry's file name, which is a digest of its key
 * @param label what it is for, as the one who put it in said; not checked against the seal, so not to be relied on
 * @param bytes how large it is
 * @param lastUsed when it was last read or written
 */
public record CacheEntry(String id, String label, long bytes, Instant lastUsed) {}
