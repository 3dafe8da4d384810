/**
 * Private files of the user: written whole or not at all, and changed by one process at a time. Start at
 * {@link dev.airlock.runtime.files.WholeFile}, and at {@link dev.airlock.runtime.files.Home} for their names. Of their
 * contents this package knows the settings only.
 */
@NullMarked
package dev.airlock.runtime.files;

import org.jspecify.annotations.NullMarked;
