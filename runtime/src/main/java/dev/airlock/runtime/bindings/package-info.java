/**
 * Bindings: which credential which connector may use, and where. Start at {@code Bindings}; {@link
 * dev.airlock.runtime.bindings.CredentialRefresh} is what recovery sees of it. What is secret lies in {@code vault}.
 */
@NullMarked
package dev.airlock.runtime.bindings;

import org.jspecify.annotations.NullMarked;
