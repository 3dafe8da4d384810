/**
 * The settings for the person who installs a connector, {@code [settings.NAME]}: a site, a language, never a secret.
 *
 * <p>Start with {@link dev.airlock.manifests.settings.Settings}. Imports {@code formats} and {@code hosts}.
 */
@NullMarked
package dev.airlock.manifests.settings;

import org.jspecify.annotations.NullMarked;
