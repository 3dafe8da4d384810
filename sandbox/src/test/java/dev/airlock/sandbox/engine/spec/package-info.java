/** Proofs on the engine itself: the metering rewrite changes no result and charges exactly what is executed. */
@NullMarked
package dev.airlock.sandbox.engine.spec;

import org.jspecify.annotations.NullMarked;
