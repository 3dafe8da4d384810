package dev.airlock.sandbox.host.net.client;

import dev.airlock.failures.Denial;
import dev.airlock.failures.NetworkFailureKind;
import dev.airlock.manifests.hosts.HostPort;
import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.call.Termination;
import dev.airlock.sandbox.evidence.Exchange;
import dev.airlock.sandbox.host.net.address.AddressKind;
import dev.airlock.sandbox.host.net.answer.BodyReader;
import dev.airlock.sandbox.host.net.dial.DialPlan;
import dev.airlock.sandbox.host.net.dial.DialedSocketFactory;
import dev.airlock.sandbox.host.net.dial.OpenSockets;
import dev.airlock.sandbox.host.net.dial.Resolution;
import dev.airlock.sandbox.host.net.message.BodyWatcher;
import dev.airlock.sandbox.host.net.message.ExchangeRecord;
import dev.airlock.sandbox.host.net.message.HttpHeader;
import dev.airlock.sandbox.host.net.message.HttpRequest;
import dev.airlock.sandbox.host.net.message.HttpResult;
import dev.airlock.sandbox.host.net.message.RateLimitHeaders;
import dev.airlock.sandbox.host.net.message.Timeouts;
import dev.airlock.sandbox.time.Clock;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ProtocolException;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import okhttp3.Call;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/** A running exchange. It is recorded as evidence exactly once, unless an address was refused before it began. */
public final class ExchangeAttempt {
    /** How long a cancelled exchange has to notice before its socket is closed. */
    private static final long GRACE_MILLIS = 50;

    private static final String USER_AGENT = "airlock";
    private static final int LONGEST_EVIDENCE = 128;

    private final CallScope scope;
    private final HttpRequest request;
    private final Timeouts timeouts;
    private final DialPlan plan;
    private final OpenSockets sockets;
    private final ScheduledExecutorService timer;
    private final BodyWatcher watcher;
    private final SealedStatus sealed = new SealedStatus();
    private final ExchangeRecord recording;
    private volatile @Nullable Call call;
    private volatile @Nullable ExchangeListener listener;
    private volatile boolean brokenOff;
    private volatile boolean over;

    public ExchangeAttempt(
            CallScope scope,
            HttpRequest request,
            Timeouts timeouts,
            DialPlan plan,
            OpenSockets sockets,
            ScheduledExecutorService timer,
            BodyWatcher watcher) {
        this.scope = scope;
        this.request = request;
        this.timeouts = timeouts;
        this.plan = plan;
        this.sockets = sockets;
        this.timer = timer;
        this.watcher = watcher;
        this.recording = new ExchangeRecord(scope, request);
    }

    public HttpResult run(OkHttpClient client) {
        Runnable undo = scope.onEnd(this::breakOff);
        try (ExchangeWatch watch = new ExchangeWatch(scope, timeouts, timer, this::breakOff)) {
            scope.check();
            return run(client, watch);
        } finally {
            over = true;
            undo.run();
            recording.addIfNone(new Exchange.BrokenOff());
        }
    }

    /** Ends the exchange from another thread. */
    public void breakOff() {
        brokenOff = true;
        Call current = call;
        if (current != null) {
            current.cancel();
        }
        plan.breakOff();
        try {
            Future<?> unused = timer.schedule(this::abort, GRACE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException closing) {
            abort();
        }
    }

    /** Gives up the connection of an exchange that is over. The client would keep one whose body it cannot read. */
    public void drop() {
        Call current = call;
        if (current != null) {
            current.cancel();
        }
    }

    private void abort() {
        ExchangeListener current = listener;
        Socket socket = current == null ? null : current.socket();
        if (!over && socket != null) {
            sockets.abort(socket);
        }
    }

    private HttpResult run(OkHttpClient client, ExchangeWatch watch) {
        try {
            plan.resolveLiteral();
            try (Response response = answer(client, watch)) {
                HttpResult.Response whole =
                        new BodyReader(scope, this::bodyMoved, request, recording, watcher).read(status(), response);
                recording.add(new Exchange.Answered(whole.status(), wait(whole), evidence(whole, "x-should-retry")));
                return whole;
            }
        } catch (IOException e) {
            return failed(watch, e);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception undeclared) { // the client is Kotlin and throws InterruptedException undeclared
            throw interrupted(undeclared);
        }
    }

    /**
     * Skips kept connections that must not be used again, until there is a usable or a new one. Nothing goes out on
     * those it skips.
     */
    private Response answer(OkHttpClient client, ExchangeWatch watch) throws IOException {
        for (int stale = 0; ; stale++) {
            try {
                return prepared(client, watch).execute();
            } catch (StaleConnectionException e) {
                scope.check();
                if (stale == ClientThreads.MAX_IDLE_CONNECTIONS) {
                    throw e;
                }
            }
        }
    }

    private Call prepared(OkHttpClient client, ExchangeWatch watch) {
        ExchangeListener events = new ExchangeListener(watch, recording, sockets);
        listener = events;
        Call made = client.newBuilder()
                .dns(plan)
                .socketFactory(new DialedSocketFactory(plan))
                .eventListener(events)
                .addNetworkInterceptor(sealed)
                .addNetworkInterceptor(new ConnectionEnd())
                .addNetworkInterceptor(new SoundConnection(client, events, sockets))
                .build()
                .newCall(okRequest(events));
        call = made;
        if (brokenOff) {
            made.cancel();
        }
        return made;
    }

    private Request okRequest(ExchangeListener events) {
        Request.Builder builder = new Request.Builder()
                .url(request.urlToSend().httpUrl())
                .header("User-Agent", USER_AGENT)
                .header("Accept-Encoding", "gzip, br");
        request.headers().stream()
                .map(HttpHeader::name)
                .filter(name -> name.equalsIgnoreCase("User-Agent") || name.equalsIgnoreCase("Accept-Encoding"))
                .forEach(builder::removeHeader);
        request.headers().forEach(header -> builder.addHeader(header.name(), header.value()));
        @Nullable
        RequestBody body = request.body()
                .map(bytes -> new OneShotBody(bytes, events::bodyMoved, recording, watcher))
                .orElse(null);
        return builder.method(request.method(), body).build();
    }

    private int status() throws IOException {
        int status = sealed.status();
        if (status < 200) {
            throw new ProtocolException("a status that is not final");
        }
        return status;
    }

    /** Returns the {@code Retry-After} header as it came, or what the service says in its place. */
    private static String wait(HttpResult.Response response) {
        String said = evidence(response, "Retry-After");
        return said.isBlank()
                ? RateLimitHeaders.wait(response.status(), name -> evidence(response, name), Clock.SYSTEM.now())
                : said;
    }

    private static String evidence(HttpResult.Response response, String header) {
        String value = response.header(header);
        return value.substring(0, Math.min(value.length(), LONGEST_EVIDENCE));
    }

    private HttpResult failed(ExchangeWatch watch, IOException thrown) {
        Resolution resolution = plan.resolution();
        if (resolution instanceof Resolution.Forbidden forbidden) {
            recording.skip();
            throw scope.end(new Termination.Denied(denial(forbidden.kind())));
        }
        if (scope.hostTermination().isEmpty() && wasInterrupted(thrown)) {
            Thread.currentThread().interrupt();
            scope.cancel();
        }
        scope.check();
        Exchange.Broken broken = broken(resolution, watch, thrown);
        recording.add(broken);
        return new HttpResult.Failed(broken);
    }

    private Exchange.Broken broken(@Nullable Resolution resolution, ExchangeWatch watch, IOException thrown) {
        if (watch.tripped()) {
            return NetworkFailures.timedOut(host(), watch.phase(), timeouts);
        }
        if (resolution != null && !(resolution instanceof Resolution.Reachable)) {
            return NetworkFailures.notResolved(host(), resolution);
        }
        return brokenOff
                ? new Exchange.Broken(NetworkFailureKind.RESET, host() + ": Airlock is shutting down")
                : NetworkFailures.of(host(), watch.phase(), overfed() ? new ProtocolException() : thrown, received());
    }

    private void bodyMoved() {
        ExchangeListener current = listener;
        if (current != null) {
            current.bodyMoved();
        }
    }

    private boolean overfed() {
        ExchangeListener current = listener;
        return current != null && current.overfed();
    }

    private long received() {
        ExchangeListener current = listener;
        return current == null ? 0 : current.received();
    }

    private RuntimeException interrupted(Exception thrown) {
        if (thrown instanceof InterruptedException) {
            Thread.currentThread().interrupt();
            return scope.end(new Termination.Cancelled());
        }
        return new IllegalStateException("the HTTP client failed", thrown);
    }

    private static boolean wasInterrupted(IOException thrown) {
        return Thread.currentThread().isInterrupted() || thrown.getClass() == InterruptedIOException.class;
    }

    private Denial denial(AddressKind kind) {
        String host = host().host().text();
        boolean never = kind.isNeverReached();
        return new Denial(
                host + " has " + kind.phrase() + (never ? ", which no connector may reach" : ""),
                host().toString(),
                List.of(),
                never
                        ? ""
                        : "a manifest cannot grant it; the person who runs the connector can, with `--allow-private "
                                + host + "`");
    }

    private HostPort host() {
        return request.url().address();
    }
}
