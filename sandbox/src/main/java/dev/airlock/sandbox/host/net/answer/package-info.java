/**
 * Reads answers within bounds: head, framing, decompression, body. Start at {@code BodyReader}. Opens nothing.
 */
@NullMarked
package dev.airlock.sandbox.host.net.answer;

import org.jspecify.annotations.NullMarked;
