/**
 * The commands for publishers, and for the keys that a user trusts: {@code pack}, {@code keygen}, {@code sign}, {@code verify}, {@code
 * publish}, {@code keyring}. Start at {@link dev.airlock.cli.publishing.PackCommand}.
 */
@NullMarked
package dev.airlock.cli.publishing;

import org.jspecify.annotations.NullMarked;
