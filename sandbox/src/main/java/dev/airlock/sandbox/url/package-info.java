/**
 * The one parser for URLs from a guest: what it authorises is what is dialled and what goes out. Start at
 * {@link dev.airlock.sandbox.url.TargetUrl}. Opens nothing and looks nothing up.
 */
@NullMarked
package dev.airlock.sandbox.url;

import org.jspecify.annotations.NullMarked;
