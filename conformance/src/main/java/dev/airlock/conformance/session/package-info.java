/**
 * Sessions with a connector under test and its scripted service. Start at {@code Session}.
 */
@NullMarked
package dev.airlock.conformance.session;

import org.jspecify.annotations.NullMarked;
