/**
 * The checks as tests of JUnit 5, for connectors that are built in Java projects. Start at {@link
 * dev.airlock.conformance.junit.Conforms}. Needs {@code junit-jupiter-api} beside it, which the project brings.
 */
@NullMarked
package dev.airlock.conformance.junit;

import org.jspecify.annotations.NullMarked;
