/**
 * How many calls may have memory at once. Start at {@link dev.airlock.sandbox.admission.JvmShare}.
 */
@NullMarked
package dev.airlock.sandbox.admission;

import org.jspecify.annotations.NullMarked;
