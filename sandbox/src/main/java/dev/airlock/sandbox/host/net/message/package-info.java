/**
 * The values of one HTTP exchange: request, result, headers, timeouts, and the record kept as evidence. Start at {@link
 * dev.airlock.sandbox.host.net.message.HttpRequest}.
 */
@NullMarked
package dev.airlock.sandbox.host.net.message;

import org.jspecify.annotations.NullMarked;
