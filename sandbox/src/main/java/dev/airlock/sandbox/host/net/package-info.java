/**
 * The network as a guest reaches it: which addresses may be dialled, how a name becomes one, and one HTTP exchange within
 * the deadline of its call. Start at {@link dev.airlock.sandbox.host.net.HttpTransport}.
 *
 * <p>The only package that opens a socket for a guest. It knows nothing of manifests, guest memory or credentials: what may
 * be asked for is decided before it is called.
 *
 * <h2>One exchange</h2>
 *
 * <p>{@code Attempt} hands the request to OkHttp, which calls back on the same thread, in this order. Steps 2 and 3 run on
 * threads of OkHttp, and again for each further address that it tries. Where a connection is left from an earlier exchange,
 * OkHttp begins with step 5. A cancellation, a deadline or {@code ExchangeWatch} may call {@code Attempt.breakOff} from
 * another thread at any step.
 *
 * <ol>
 *   <li>{@code DialPlan.lookup} asks the {@link dev.airlock.sandbox.host.net.Dialer} for the host's addresses, once. A host
 *       that is an address itself is asked about by {@code Attempt}, since OkHttp does not look it up.
 *   <li>{@code ExchangeListener.connectStart} enters the phase {@code CONNECT}, and records the address.
 *   <li>{@code DialedSocketFactory.createSocket} gives a {@code DialedSocket}, which connects to an address that step 1 gave
 *       and to no other, through a {@code Tunnel} where a proxy is in between.
 *   <li>{@code ExchangeListener.secureConnectStart} enters {@code TLS}, unless the scheme is {@code http}.
 *   <li>{@code ExchangeListener.connectionAcquired} enters {@code SEND}, and notes the socket, to close it under the exchange
 *       if it does not notice its end.
 *   <li>{@code SealedStatus.intercept} lets the request through, and a second one never.
 *   <li>{@code ExchangeListener.requestHeadersStart} records that the request goes out, before its first byte does.
 *   <li>{@code OneShotBody.writeTo} writes the body once, and reports progress after each piece; then
 *       {@code ExchangeListener.requestBodyEnd}, or {@code requestHeadersEnd} where there is no body, enters {@code HEADERS}.
 *   <li>{@code ExchangeListener.responseHeadersEnd} enters {@code BODY}. Interim answers (1xx) do not get here.
 *   <li>{@code SealedStatus.intercept} goes on: it keeps the status, and shows OkHttp a 200, on which nothing follows.
 *   <li>{@code BodyReader} reads the answer's body and decodes it. Each piece that comes is reported to
 *       {@code ExchangeListener.bodyMoved}. Closing the response gives the connection back, and {@code Attempt} records the
 *       exchange.
 * </ol>
 */
@NullMarked
package dev.airlock.sandbox.host.net;

import org.jspecify.annotations.NullMarked;
