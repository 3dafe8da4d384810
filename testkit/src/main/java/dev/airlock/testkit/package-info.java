/**
 * The invariants after every test of every module. Start at {@link dev.airlock.testkit.NothingLeftBehind}, which JUnit finds by itself. It
 * imports nothing else of Airlock, because every module's tests use it.
 */
@NullMarked
package dev.airlock.testkit;

import org.jspecify.annotations.NullMarked;
