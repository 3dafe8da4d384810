/**
 * The adapters between one exchange and OkHttp, the HTTP client. The package description of {@link dev.airlock.sandbox.host.net} has
 * their sequence; start at {@code ExchangeAttempt}.
 */
@NullMarked
package dev.airlock.sandbox.host.net.client;

import org.jspecify.annotations.NullMarked;
