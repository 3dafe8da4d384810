/**
 * The consent screen before an installation. Start at {@code ConsentScreen}.
 */
@NullMarked
package dev.airlock.cli.install.consent;

import org.jspecify.annotations.NullMarked;
