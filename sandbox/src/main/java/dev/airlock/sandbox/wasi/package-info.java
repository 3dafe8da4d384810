/**
 * WASI preview 1 for a connector: standard streams, clocks, random numbers, waits on clocks, exit. There is nothing
 * else: no file, no socket, no environment. Start at {@link dev.airlock.sandbox.wasi.Wasi}.
 */
@NullMarked
package dev.airlock.sandbox.wasi;

import org.jspecify.annotations.NullMarked;
