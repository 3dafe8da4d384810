/**
 * One connector under test with its played service: loads and calls it. Start at {@code Session}.
 */
@NullMarked
package dev.airlock.conformance.session;

import org.jspecify.annotations.NullMarked;
