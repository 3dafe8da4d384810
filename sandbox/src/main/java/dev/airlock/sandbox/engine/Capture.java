package dev.airlock.sandbox.engine;

import dev.airlock.sandbox.engine.instance.Snapshot;
import java.util.Optional;

/**
 * The result of capturing the state of an instance.
 *
 * @param run how its code ended
 * @param snapshot the state, if the code returned and there is no obstacle
 * @param obstacle why the state cannot be copied although the code returned, as a clause
 */
public record Capture(Run run, Optional<Snapshot> snapshot, Optional<String> obstacle) {}
