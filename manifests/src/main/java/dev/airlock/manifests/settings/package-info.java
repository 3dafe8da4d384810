/**
 * What whoever installs a connector says about their own use of it, {@code [settings.NAME]}: a site, a language, never a secret.
 *
 * <p>Start with {@link dev.airlock.manifests.settings.Settings}. Imports {@code parsing}, {@code hosts} and {@code toml}.
 */
@NullMarked
package dev.airlock.manifests.settings;

import org.jspecify.annotations.NullMarked;
