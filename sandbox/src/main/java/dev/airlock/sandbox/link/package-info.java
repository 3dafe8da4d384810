/**
 * A guest as a host function sees it, whatever engine runs it: its memory, and the arguments of one call. Start at
 * {@link dev.airlock.sandbox.link.HostImport}.
 */
@NullMarked
package dev.airlock.sandbox.link;

import org.jspecify.annotations.NullMarked;
