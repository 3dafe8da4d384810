/**
 * The text of failures: foreign text made safe to show, and details. Start at {@link dev.airlock.failures.text.ForeignText}.
 */
@NullMarked
package dev.airlock.failures.text;

import org.jspecify.annotations.NullMarked;
