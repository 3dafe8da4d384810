/** Admits calls and loads by the memory that they need. Start at {@link dev.airlock.sandbox.admission.JvmShare}. */
@NullMarked
package dev.airlock.sandbox.admission;

import org.jspecify.annotations.NullMarked;
