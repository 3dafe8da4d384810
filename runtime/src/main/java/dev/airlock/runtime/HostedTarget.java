package dev.airlock.runtime;

import dev.airlock.runtime.recovery.ForwardingTarget;
import dev.airlock.runtime.recovery.Target;

/**
 * An operation of a connector that this runtime loaded.
 *
 * @param hosted which one
 * @param target makes its attempts
 */
record HostedTarget(HostedConnector hosted, Target target) implements ForwardingTarget {}
