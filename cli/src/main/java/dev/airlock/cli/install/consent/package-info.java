/**
 * The screen that a person agrees to before a connector is installed. Start at {@code ConsentScreen}.
 */
@NullMarked
package dev.airlock.cli.install.consent;

import org.jspecify.annotations.NullMarked;
