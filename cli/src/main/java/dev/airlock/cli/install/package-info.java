/**
 * {@code airlock install}, {@code uninstall} and {@code store}: the sources of packages, the consent of a person, and the display of
 * downloads. Start at {@link dev.airlock.cli.install.InstallCommand}. {@link dev.airlock.cli.install.consent.ConsentScreen} is the screen that a
 * person agrees to.
 */
@NullMarked
package dev.airlock.cli.install;

import org.jspecify.annotations.NullMarked;
