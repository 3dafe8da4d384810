/**
 * Offers actions as the tools of an agent: definitions for a catalogue, and results for a conversation. Start at
 * {@link dev.airlock.runtime.actions.tools.ActionTools}.
 */
@NullMarked
package dev.airlock.runtime.actions.tools;

import org.jspecify.annotations.NullMarked;
