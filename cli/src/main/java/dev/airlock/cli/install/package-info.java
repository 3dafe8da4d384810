/**
 * What installing says and asks, without the command line around it: the screen that somebody agrees to, where packages come from,
 * how a download is shown. Start at {@link dev.airlock.cli.install.ConsentScreen}. Must not import the commands.
 */
@NullMarked
package dev.airlock.cli.install;

import org.jspecify.annotations.NullMarked;
