/**
 * What must hold after every test of every module. Start at {@link dev.airlock.testkit.NothingLeftBehind}, which JUnit finds
 * by itself. It imports nothing of Airlock, since every module's tests use it.
 */
@NullMarked
package dev.airlock.testkit;

import org.jspecify.annotations.NullMarked;
