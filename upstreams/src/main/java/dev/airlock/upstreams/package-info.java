/**
 * A scripted HTTP(S) upstream on loopback: real sockets, real TLS, faults, and a record of every request. Start with {@link
 * dev.airlock.upstreams.ScriptedUpstream}; the script is read by {@code dev.airlock.upstreams.script}. Must not import anything of
 * Airlock's other modules.
 */
@NullMarked
package dev.airlock.upstreams;

import org.jspecify.annotations.NullMarked;
