/**
 * The credentials a connector may ask for, {@code [capabilities.credential]}: kinds and slots, never values.
 *
 * <p>Start with {@link dev.airlock.manifests.credentials.Credential}. Imports {@code formats}, {@code hosts} and
 * {@code toml}.
 */
@NullMarked
package dev.airlock.manifests.credentials;

import org.jspecify.annotations.NullMarked;
