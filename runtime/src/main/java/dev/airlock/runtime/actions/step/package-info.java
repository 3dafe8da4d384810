/**
 * One step of an action: its preparation, its values, its end. Start at {@code StepPreparation}.
 */
@NullMarked
package dev.airlock.runtime.actions.step;

import org.jspecify.annotations.NullMarked;
