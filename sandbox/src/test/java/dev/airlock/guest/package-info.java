/** Where the classes of guests are, and where nothing else should be. */
@NullMarked
package dev.airlock.guest;

import org.jspecify.annotations.NullMarked;
