/**
 * Optional modules of Airlock, found on the class path. Start at {@link dev.airlock.runtime.modules.OptionalModules}. Must not know the
 * ports that they implement.
 */
@NullMarked
package dev.airlock.runtime.modules;

import org.jspecify.annotations.NullMarked;
