/**
 * Takes known secrets out of texts, however they are encoded. Start at {@link dev.airlock.failures.redaction.Redactor}.
 */
@NullMarked
package dev.airlock.failures.redaction;

import org.jspecify.annotations.NullMarked;
