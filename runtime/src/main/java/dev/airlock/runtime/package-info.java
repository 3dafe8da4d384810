/**
 * What a host agent embeds. Start at {@link dev.airlock.runtime.Airlock}; the packages below are what it is made of, and can be used
 * without it.
 */
@NullMarked
package dev.airlock.runtime;

import org.jspecify.annotations.NullMarked;
