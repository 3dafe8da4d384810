/**
 * A small HTTP/1.1 and HTTP/2 server that can also misbehave on purpose: reset, stall, and break the protocol. Internal to this module.
 * Start with {@link dev.airlock.upstreams.wire.WireServer}. Must not import the script.
 */
@NullMarked
package dev.airlock.upstreams.wire;

import org.jspecify.annotations.NullMarked;
