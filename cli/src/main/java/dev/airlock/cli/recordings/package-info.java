/**
 * The recordings that this user keeps, and the flag that converts one to a scenario. Start at {@link
 * dev.airlock.cli.recordings.KeptRecordings}. Must not import the commands.
 */
@NullMarked
package dev.airlock.cli.recordings;

import org.jspecify.annotations.NullMarked;
