/**
 * The chain of records: its hashes, its end, its verification, and pruning. Start at {@code LogEnd} and {@code Verification}.
 */
@NullMarked
package dev.airlock.runtime.audit.chain;

import org.jspecify.annotations.NullMarked;
