/** Profiles of fuel as a page. Start at {@link dev.airlock.cli.profile.FlameGraph}. Does not depend on the command line. */
@NullMarked
package dev.airlock.cli.profile;

import org.jspecify.annotations.NullMarked;
