/**
 * What a host agent embeds. Start at {@code bindings} for credentials; the packages below each say what they are.
 */
@NullMarked
package dev.airlock.runtime;

import org.jspecify.annotations.NullMarked;
