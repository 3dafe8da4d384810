package dev.airlock.sandbox.recording;

import java.util.Optional;

/**
 * The point at which a call diverged from the recording that was replayed.
 *
 * @param event the event of the recording that should have come, from 1
 * @param asked the guest's question instead
 * @param recorded the recording's event at that point; empty: the recording is over
 * @param fuel units that the call had used
 */
public record Divergence(int event, HostQuery asked, Optional<HostEvent> recorded, long fuel) {}
