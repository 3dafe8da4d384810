package dev.airlock.sandbox.host.net;

import dev.airlock.manifests.hosts.HostPort;
import dev.airlock.manifests.hosts.UrlScheme;
import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.evidence.Exchange;
import dev.airlock.sandbox.host.net.dial.ScriptedDialer;
import dev.airlock.sandbox.host.net.message.HttpRequest;
import dev.airlock.sandbox.host.net.message.HttpResult;
import dev.airlock.sandbox.host.net.message.Timeouts;
import dev.airlock.sandbox.time.Clock;
import dev.airlock.sandbox.url.ParsedUrl;
import dev.airlock.sandbox.url.TargetUrl;
import dev.airlock.upstreams.ScriptedUpstream;
import dev.airlock.upstreams.script.ScriptReading;
import dev.airlock.upstreams.script.UpstreamScript;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A transport and its scripted upstream, for hosts {@code api.example.com} in the clear and over TLS. */
public final class Wire implements AutoCloseable {
    public static final String SECURE = "https://api.example.com";
    static final String OTHER = "https://other.example.com";
    public static final String PLAIN = "http://plain.example.com";
    static final Timeouts PATIENT = Timeouts.standard();

    final ScriptedUpstream upstream;
    final HttpTransport transport;
    final AtomicInteger dials = new AtomicInteger();

    private Wire(String script, Timeouts timeouts) {
        upstream = start(script);
        transport = new HttpTransport(new ScriptedDialer(this::dial, upstream.trustManager()), timeouts);
    }

    static Wire to(String script) {
        return new Wire(script, PATIENT);
    }

    static Wire to(String script, Timeouts timeouts) {
        return new Wire(script, timeouts);
    }

    /** Returns timeouts of that length for each phase. */
    static Timeouts each(long millis) {
        Duration limit = Duration.ofMillis(millis);
        return new Timeouts(limit, limit, limit, limit);
    }

    public static CallScope call(long wallMillis) {
        return new CallScope(Clock.SYSTEM, wallMillis, 1_000_000);
    }

    public static HttpRequest get(String url) {
        return request("GET", url, null);
    }

    static HttpRequest post(String url, String body) {
        return request("POST", url, body);
    }

    static HttpRequest request(String method, String url, @Nullable String body) {
        return new HttpRequest(
                method,
                target(url),
                List.of(),
                Optional.ofNullable(body).map(text -> text.getBytes(StandardCharsets.UTF_8)),
                8 << 20,
                false);
    }

    public static TargetUrl target(String url) {
        return ((ParsedUrl.Target) TargetUrl.parse(url)).url();
    }

    HttpResult exchange(HttpRequest request) {
        return transport.exchange(call(20_000), request);
    }

    /** Returns the response to a request that should get one. */
    HttpResult.Response response(HttpRequest request) {
        return (HttpResult.Response) exchange(request);
    }

    /** Returns the failure of a request that should fail. */
    Exchange.Broken failure(HttpRequest request) {
        return ((HttpResult.Failed) exchange(request)).broken();
    }

    @Override
    public void close() {
        transport.close();
        upstream.close();
    }

    private Optional<InetSocketAddress> dial(UrlScheme scheme, HostPort host) {
        dials.incrementAndGet();
        try {
            return Optional.of(upstream.dial(host.host().text(), host.port(), scheme == UrlScheme.HTTPS));
        } catch (UnknownHostException e) {
            return Optional.empty();
        }
    }

    private static ScriptedUpstream start(String toml) {
        ScriptReading reading = UpstreamScript.parse("upstream.toml", toml);
        if (!(reading instanceof ScriptReading.Valid valid)) {
            throw new IllegalArgumentException(reading.toString());
        }
        try {
            return ScriptedUpstream.start(
                    valid.script(),
                    List.of("api.example.com:443", "other.example.com:443", "http://plain.example.com:80"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
