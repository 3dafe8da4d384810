/** Tests on the engine itself that the metering rewrite changes no result and charges exactly for what is executed. */
@NullMarked
package dev.airlock.sandbox.engine.spec;

import org.jspecify.annotations.NullMarked;
