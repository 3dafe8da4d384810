/**
 * The script of an upstream: a TOML file read into checked, immutable values, or all of its problems at once. Start with
 * {@link dev.airlock.upstreams.script.UpstreamScript}. Must not open sockets, nor import TLS or anything of Airlock's other modules.
 */
@NullMarked
package dev.airlock.upstreams.script;

import org.jspecify.annotations.NullMarked;
