/**
 * Actions as the tools of an agent: what a catalogue says of them, and what a conversation is told of their outcomes. Start with {@link
 * dev.airlock.runtime.actions.tools.ActionTools}.
 */
@NullMarked
package dev.airlock.runtime.actions.tools;

import org.jspecify.annotations.NullMarked;
