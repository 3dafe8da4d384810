package dev.airlock.sandbox.engine;

import java.util.Optional;

/**
 * What capturing the state of an instance came to.
 *
 * @param run how its code ended
 * @param snapshot the state, if the code returned and there is nothing in the way
 * @param obstacle why the state cannot be copied, as a clause, although the code returned
 */
public record Capture(Run run, Optional<Snapshot> snapshot, Optional<String> obstacle) {}
