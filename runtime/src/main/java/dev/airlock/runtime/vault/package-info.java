/**
 * The vault: one encrypted file with all bindings. Start at {@link dev.airlock.runtime.vault.Vault}. This package does not know connectors
 * or kinds of credentials. Entries have a name, a description, and secret bytes that are wiped after use.
 */
@NullMarked
package dev.airlock.runtime.vault;

import org.jspecify.annotations.NullMarked;
