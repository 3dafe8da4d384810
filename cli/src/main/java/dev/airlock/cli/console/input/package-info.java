/**
 * Input from a person or a script: secrets, passphrases, confirmations, files. Start at {@code SecretInput}.
 */
@NullMarked
package dev.airlock.cli.console.input;

import org.jspecify.annotations.NullMarked;
