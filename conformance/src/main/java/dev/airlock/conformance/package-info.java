/**
 * The connector test kit: what can be checked of a connector without knowing its service. Start at {@link
 * dev.airlock.conformance.Conformance}, then {@link dev.airlock.conformance.Check}. Must not import the command.
 */
@NullMarked
package dev.airlock.conformance;

import org.jspecify.annotations.NullMarked;
