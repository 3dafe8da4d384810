package dev.airlock.runtime.oauth;

import com.nimbusds.oauth2.sdk.http.HTTPRequestSender;
import com.nimbusds.oauth2.sdk.http.HTTPResponse;
import com.nimbusds.oauth2.sdk.http.ReadOnlyHTTPRequest;
import com.nimbusds.oauth2.sdk.http.ReadOnlyHTTPResponse;
import dev.airlock.sandbox.admission.JvmShare;
import dev.airlock.sandbox.call.CallEnded;
import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.call.Termination;
import dev.airlock.sandbox.host.net.HttpTransport;
import dev.airlock.sandbox.host.net.address.AddressRules;
import dev.airlock.sandbox.host.net.dial.Dialer;
import dev.airlock.sandbox.host.net.dial.SystemDialer;
import dev.airlock.sandbox.host.net.message.HttpHeader;
import dev.airlock.sandbox.host.net.message.HttpRequest;
import dev.airlock.sandbox.host.net.message.HttpResult;
import dev.airlock.sandbox.host.net.message.Timeouts;
import dev.airlock.sandbox.time.Clock;
import dev.airlock.sandbox.url.ParsedUrl;
import dev.airlock.sandbox.url.TargetUrl;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * Sends token requests through the same transport as connectors' requests. Every address is checked against the address rules and dialled
 * as it was checked, no redirect is followed, and the whole exchange has a time limit. Thread-safe.
 */
public final class TokenEndpoint implements AutoCloseable {
    /** The time limit of one exchange. */
    public static final Duration MOST = Duration.ofSeconds(20);

    private static final long LARGEST_ANSWER = 1 << 20;

    private final Dialer dialer;
    private final HttpTransport transport;
    private final Duration most;

    private TokenEndpoint(Dialer dialer) {
        this(dialer, Timeouts.standard(), MOST);
    }

    /** @param most the time limit of one exchange */
    TokenEndpoint(Dialer dialer, Timeouts timeouts, Duration most) {
        this.dialer = dialer;
        this.transport = new HttpTransport(dialer, timeouts);
        this.most = most;
    }

    /** Returns an endpoint on the network, within the rules. */
    public static TokenEndpoint on(AddressRules rules) {
        return new TokenEndpoint(new SystemDialer(rules));
    }

    /**
     * Returns an endpoint through a proxy.
     *
     * @param proxy an HTTP proxy that accepts CONNECT to an address, without a password
     */
    public static TokenEndpoint on(AddressRules rules, InetSocketAddress proxy) {
        return new TokenEndpoint(new SystemDialer(rules, proxy));
    }

    /** Returns an endpoint that a dialer reaches. The dialer is closed with it. */
    public static TokenEndpoint by(Dialer dialer) {
        return new TokenEndpoint(dialer);
    }

    @Override
    public void close() {
        transport.close();
        dialer.close();
    }

    /** Returns the sender for the library, which knows the protocol but not the transport. */
    HTTPRequestSender sender() {
        return this::send;
    }

    private ReadOnlyHTTPResponse send(ReadOnlyHTTPRequest request) throws IOException {
        CallScope scope = new CallScope(
                Clock.SYSTEM, most.toMillis(), 1, JvmShare.ofTheJvm().documents());
        Executor later = CompletableFuture.delayedExecutor(most.toMillis(), TimeUnit.MILLISECONDS);
        CompletableFuture<Void> deadline = CompletableFuture.runAsync(scope::expire, later);
        try {
            return answer(transport.exchange(scope, translated(request)));
        } catch (CallEnded ended) {
            throw new TokenEndpointException(
                    why(ended.termination()), !(ended.termination() instanceof Termination.LimitReached));
        } finally {
            deadline.cancel(false);
        }
    }

    private static HttpRequest translated(ReadOnlyHTTPRequest request) throws IOException {
        ParsedUrl parsed = TargetUrl.parse(request.getURI().toString());
        if (!(parsed instanceof ParsedUrl.Target target)) {
            throw new TokenEndpointException("the token URL " + ((ParsedUrl.Refused) parsed).why(), true);
        }
        List<HttpHeader> headers = new ArrayList<>();
        request.getHeaderMap()
                .forEach((name, values) -> values.forEach(value -> headers.add(new HttpHeader(name, value))));
        headers.add(new HttpHeader("Accept", "application/json"));
        Optional<byte[]> body =
                Optional.ofNullable(request.getBody()).map(text -> text.getBytes(StandardCharsets.UTF_8));
        return new HttpRequest(request.getMethod().name(), target.url(), headers, body, LARGEST_ANSWER, true);
    }

    private static HTTPResponse answer(HttpResult result) throws IOException {
        if (result instanceof HttpResult.Failed failed) {
            throw new TokenEndpointException(failed.broken().message());
        }
        HttpResult.Response whole = (HttpResult.Response) result;
        HTTPResponse response = new HTTPResponse(whole.status());
        whole.headers().forEach(header -> response.setHeader(header.name(), header.value()));
        response.setBody(new String(whole.body(), StandardCharsets.UTF_8));
        return response;
    }

    private String why(Termination ending) {
        return ending instanceof Termination.Denied denied
                ? denied.denial().what()
                        + (denied.denial().fix().isEmpty()
                                ? ""
                                : "; " + denied.denial().fix())
                : "the token endpoint did not answer within " + most.toSeconds() + " s, or not with a token";
    }
}
