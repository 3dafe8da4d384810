package dev.airlock.sandbox.host.net.dial;

import dev.airlock.manifests.hosts.HostPort;
import dev.airlock.manifests.hosts.UrlScheme;
import dev.airlock.sandbox.budget.Deadline;
import dev.airlock.sandbox.host.net.address.AddressKind;
import dev.airlock.sandbox.host.net.address.AddressRules;
import dev.airlock.sandbox.time.Clock;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Resolves names with the system's resolver and checks every address against the {@link AddressRules}. One refused
 * address refuses the name. A host written as an address goes through the same check.
 *
 * <p>The system's resolver cannot be interrupted, so it runs in a pool of {@value #THREADS} threads with a bounded
 * queue, with one look-up at a time for each name and {@value #OF_ONE} for each connector. A call waits for it at most
 * until its deadline, or for the look-up limit (default 5 s).
 */
public final class SystemDialer implements Dialer {
    /** How many look-ups run at a time. */
    public static final int THREADS = 16;
    /** How many of them run at a time for one connector, including those that no one waits for any more. */
    static final int OF_ONE = 4;

    private static final int QUEUE = 256;
    private static final int MOST_ADDRESSES = 8;
    private static final long LOOK_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    /** Looks one name up. */
    @FunctionalInterface
    public interface NameService {
        InetAddress[] lookUp(String name) throws UnknownHostException;
    }

    private final AddressRules rules;
    private final Duration limit;
    private final NameService names;
    private final Optional<InetSocketAddress> proxy;
    private final Optional<X509TrustManager> trust;
    private final ThreadPoolExecutor pool;
    private final Semaphore everybodys = new Semaphore(Integer.MAX_VALUE);
    private final Map<String, CompletableFuture<InetAddress[]>> underWay = new ConcurrentHashMap<>();

    /** A dialer for production, with a look-up limit of 5 s. */
    public SystemDialer(AddressRules rules) {
        this(rules, Optional.empty(), Optional.empty());
    }

    /**
     * A dialer for production through a proxy, which gets addresses and never names.
     *
     * @param proxy an HTTP proxy that accepts CONNECT; the address rules do not apply to it
     */
    public SystemDialer(AddressRules rules, InetSocketAddress proxy) {
        this(rules, Optional.of(proxy), Optional.empty());
    }

    /**
     * A dialer for production with another trust manager.
     *
     * @param trust the trust manager for TLS handshakes
     */
    public SystemDialer(AddressRules rules, X509TrustManager trust) {
        this(rules, Optional.empty(), Optional.of(trust));
    }

    /**
     * A dialer for production with another trust manager, through a proxy.
     *
     * @param proxy as above
     * @param trust as above
     */
    public SystemDialer(AddressRules rules, InetSocketAddress proxy, X509TrustManager trust) {
        this(rules, Optional.of(proxy), Optional.of(trust));
    }

    private SystemDialer(AddressRules rules, Optional<InetSocketAddress> proxy, Optional<X509TrustManager> trust) {
        this(rules, Duration.ofSeconds(5), InetAddress::getAllByName, proxy, trust);
    }

    public SystemDialer(AddressRules rules, Duration limit, NameService names) {
        this(rules, limit, names, Optional.empty(), Optional.empty());
    }

    private SystemDialer(
            AddressRules rules,
            Duration limit,
            NameService names,
            Optional<InetSocketAddress> proxy,
            Optional<X509TrustManager> trust) {
        this.proxy = proxy;
        this.trust = trust;
        this.rules = rules;
        this.limit = limit;
        this.names = names;
        this.pool = new ThreadPoolExecutor(
                THREADS,
                THREADS,
                1,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(QUEUE),
                DaemonThreads.named("airlock-dns"));
        pool.allowCoreThreadTimeOut(true);
    }

    @Override
    public Resolution resolve(UrlScheme scheme, HostPort target, Deadline call) throws InterruptedException {
        return resolve(target, call, everybodys);
    }

    /**
     * Returns a dialer for one connector. Names that hang occupy that connector's own permits, and leave the others
     * theirs.
     */
    @Override
    public Dialer forOneConnector() {
        return new Share();
    }

    private Resolution resolve(HostPort target, Deadline call, Semaphore places) throws InterruptedException {
        Optional<InetAddress> literal = target.host().address();
        if (literal.isPresent()) {
            return checked(target, List.of(literal.get()));
        }
        long end = Clock.SYSTEM.monotonicNanos() + Math.min(limit.toNanos(), call.remainingNanos());
        return await(lookUp(target.host().text(), places, end, call), end, target, call);
    }

    @Override
    public Optional<InetSocketAddress> proxy() {
        return proxy;
    }

    @Override
    public Optional<X509TrustManager> trust() {
        return trust;
    }

    @Override
    public void close() {
        pool.shutdownNow();
    }

    /**
     * Runs one look-up at a time for a name, however many wait for it: a name that hangs takes one thread and not all.
     */
    private CompletableFuture<InetAddress[]> lookUp(String name, Semaphore places, long end, Deadline call)
            throws InterruptedException {
        CompletableFuture<InetAddress[]> running = underWay.get(name);
        if (running != null) {
            return running.copy();
        }
        if (!takesPlace(places, end, call)) {
            return CompletableFuture.failedFuture(new TimeoutException("the connector's other look-ups hang"));
        }
        CompletableFuture<InetAddress[]> mine = new CompletableFuture<>();
        CompletableFuture<InetAddress[]> already = underWay.putIfAbsent(name, mine);
        if (already != null) {
            places.release();
            return already.copy();
        }
        CompletableFuture<?> unused = mine.whenComplete((answer, failure) -> places.release());
        try {
            pool.execute(() -> {
                try {
                    InetAddress[] answer = names.lookUp(name);
                    underWay.remove(name, mine);
                    mine.complete(answer);
                } catch (UnknownHostException | RuntimeException e) {
                    underWay.remove(name, mine);
                    mine.completeExceptionally(e);
                }
            });
        } catch (RejectedExecutionException full) {
            underWay.remove(name, mine);
            mine.completeExceptionally(new TimeoutException("the resolver's queue is full"));
        }
        return mine.copy();
    }

    private static boolean takesPlace(Semaphore places, long end, Deadline call) throws InterruptedException {
        while (!places.tryAcquire(LOOK_AGAIN_NANOS, TimeUnit.NANOSECONDS)) {
            call.check();
            if (Clock.SYSTEM.monotonicNanos() - end >= 0) {
                return false;
            }
        }
        return true;
    }

    private Resolution await(CompletableFuture<InetAddress[]> answer, long end, HostPort target, Deadline call)
            throws InterruptedException {
        Runnable undo = call.onEnd(() -> answer.cancel(false));
        try {
            long nanos = Math.max(0, end - Clock.SYSTEM.monotonicNanos());
            return checked(target, Arrays.asList(answer.get(nanos, TimeUnit.NANOSECONDS)));
        } catch (ExecutionException e) {
            return failed(e.getCause());
        } catch (TimeoutException | CancellationException e) {
            call.check();
            return new Resolution.TimedOut();
        } finally {
            undo.run();
        }
    }

    private static Resolution failed(@Nullable Throwable cause) {
        return cause instanceof TimeoutException ? new Resolution.TimedOut() : new Resolution.Unknown();
    }

    private Resolution checked(HostPort target, List<InetAddress> addresses) {
        for (InetAddress address : addresses) {
            AddressKind kind = AddressRules.kindOf(address);
            if (!rules.allows(target.host(), kind)) {
                return new Resolution.Forbidden(kind);
            }
        }
        return addresses.isEmpty()
                ? new Resolution.Unknown()
                : new Resolution.Reachable(addresses.stream()
                        .limit(MOST_ADDRESSES)
                        .map(address -> new InetSocketAddress(address, target.port()))
                        .toList());
    }

    /** The dialer of one connector. */
    private final class Share implements Dialer {
        private final Semaphore places = new Semaphore(OF_ONE);

        @Override
        public Resolution resolve(UrlScheme scheme, HostPort target, Deadline call) throws InterruptedException {
            return SystemDialer.this.resolve(target, call, places);
        }

        @Override
        public Optional<InetSocketAddress> proxy() {
            return SystemDialer.this.proxy();
        }

        @Override
        public Optional<X509TrustManager> trust() {
            return SystemDialer.this.trust();
        }

        /** Does nothing: the dialer belongs to the code that made it. */
        @Override
        public void close() {}
    }
}
