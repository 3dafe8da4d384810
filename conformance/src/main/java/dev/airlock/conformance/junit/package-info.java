/**
 * The checks as JUnit 5 tests, for connectors that are built in Java projects. Start at {@link dev.airlock.conformance.junit.Conforms}.
 * Needs {@code junit-jupiter-api}, which the project provides.
 */
@NullMarked
package dev.airlock.conformance.junit;

import org.jspecify.annotations.NullMarked;
