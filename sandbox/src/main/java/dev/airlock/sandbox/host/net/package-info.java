/**
 * The network as a guest reaches it: the addresses that may be dialled, the resolution of names, and an HTTP exchange
 * within the deadline of its call. Start at {@link dev.airlock.sandbox.host.net.HttpTransport}.
 *
 * <p>The only package that opens a socket for a guest. It knows nothing of manifests, guest memory or credentials:
 * requests are checked before they get here.
 *
 * <h2>One exchange</h2>
 *
 * <p>{@code ExchangeAttempt} hands the request to OkHttp, which calls back on the same thread, in this order. Steps 2 and 3 run
 * on threads of OkHttp, and again for each further address that it tries. If a connection is left from an earlier
 * exchange, OkHttp begins with step 5. A cancellation, a deadline or {@code ExchangeWatch} may call
 * {@code ExchangeAttempt.breakOff} from another thread at any step.
 *
 * <ol>
 * <li>{@code DialPlan.lookup} asks the {@link dev.airlock.sandbox.host.net.dial.Dialer} for the host's addresses, once.
 * {@code ExchangeAttempt} asks about a host that is an address itself, since OkHttp does not look it up.
 * <li>{@code ExchangeListener.connectStart} enters the phase {@code CONNECT}, and records the address.
 * <li>{@code DialedSocketFactory.createSocket} returns a {@code DialedSocket}, which connects only to an address from
 * step 1, through a {@code Tunnel} if there is a proxy.
 * <li>{@code ExchangeListener.secureConnectStart} enters {@code TLS}, unless the scheme is {@code http}.
 * <li>{@code ExchangeListener.connectionAcquired} enters {@code SEND}, and records the socket, to close it if the
 * exchange does not notice its end.
 * <li>{@code SealedStatus.intercept} lets one request through, and never a second.
 * <li>{@code ExchangeListener.requestHeadersStart} records that the request goes out, before its first byte does.
 * <li>{@code OneShotBody.writeTo} writes the body once, and reports progress after each piece; then
 * {@code ExchangeListener.requestBodyEnd}, or {@code requestHeadersEnd} if there is no body, enters {@code HEADERS}.
 * <li>{@code ExchangeListener.responseHeadersEnd} enters {@code BODY}. Interim answers (1xx) do not get here.
 * <li>{@code SealedStatus.intercept} continues: it keeps the status, and shows OkHttp a 200, which has no follow-up.
 * <li>{@code BodyReader} reads the answer's body and decodes it. Each piece that comes is reported to
 * {@code ExchangeListener.bodyMoved}. Closing the response returns the connection, and {@code ExchangeAttempt} records the
 * exchange.
 * </ol>
 */
@NullMarked
package dev.airlock.sandbox.host.net;

import org.jspecify.annotations.NullMarked;
