/**
 * HTTP/2 frames and header compression (RFC 9113, RFC 7541), written so that each fault can be played. Start at {@code Http2Frame}.
 */
@NullMarked
package dev.airlock.upstreams.wire.http2;

import org.jspecify.annotations.NullMarked;
