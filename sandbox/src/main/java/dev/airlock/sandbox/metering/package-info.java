/**
 * Fuel: the prices of instructions, and the rewrite that makes a module pay for what it executes.
 *
 * <p>Start at {@link dev.airlock.sandbox.metering.FuelMetering}; the prices are in
 * {@link dev.airlock.sandbox.metering.FuelSchedule}, and published in {@code src/abi/fuel-schedule-v1.md}. This package
 * must not name the engine.
 */
@NullMarked
package dev.airlock.sandbox.metering;

import org.jspecify.annotations.NullMarked;
