/**
 * The vault: one encrypted file that holds what is bound. Start at {@link dev.airlock.runtime.vault.Vault}. Knows nothing of
 * connectors or kinds of credentials: entries have a name, a description, and secret bytes that are wiped after use.
 */
@NullMarked
package dev.airlock.runtime.vault;

import org.jspecify.annotations.NullMarked;
