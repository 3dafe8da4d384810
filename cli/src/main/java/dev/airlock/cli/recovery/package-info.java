/**
 * {@code airlock breaker} and {@code airlock review}: the data that recovery stores between runs. Start at {@link
 * dev.airlock.cli.recovery.RecoveryFile}.
 */
@NullMarked
package dev.airlock.cli.recovery;

import org.jspecify.annotations.NullMarked;
