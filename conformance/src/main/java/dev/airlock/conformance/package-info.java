/**
 * The connector test kit: checks of a connector that need no knowledge of its service. Start at {@link
 * dev.airlock.conformance.Conformance}, then {@link dev.airlock.conformance.Check}. Must not import the command.
 */
@NullMarked
package dev.airlock.conformance;

import org.jspecify.annotations.NullMarked;
