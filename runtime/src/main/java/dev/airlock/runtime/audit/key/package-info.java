/**
 * The keys that sign the audit log, and the signed heads that are kept outside of it. Start at {@link
 * dev.airlock.runtime.audit.key.CheckpointKey}.
 */
@NullMarked
package dev.airlock.runtime.audit.key;

import org.jspecify.annotations.NullMarked;
