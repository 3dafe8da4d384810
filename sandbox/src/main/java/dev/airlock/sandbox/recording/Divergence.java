package dev.airlock.sandbox.recording;

import java.util.Optional;

/**
 * Where a call left the recording that it was played.
 *
 * @param event which of the recording's events it should have come to, from 1
 * @param asked what it asked instead
 * @param recorded what the recording has there; empty: the recording is over
 * @param fuel units that it had used
 */
public record Divergence(int event, Question asked, Optional<HostEvent> recorded, long fuel) {}
