/**
 * {@code airlock install}, {@code uninstall} and {@code store}: where packages come from, what somebody agrees to, how a download
 * is shown. Start at {@link
 * dev.airlock.cli.install.InstallCommand}. What somebody agrees to is {@link dev.airlock.cli.install.ConsentScreen}.
 */
@NullMarked
package dev.airlock.cli.install;

import org.jspecify.annotations.NullMarked;
