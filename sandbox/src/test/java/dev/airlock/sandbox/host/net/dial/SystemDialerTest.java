package dev.airlock.sandbox.host.net.dial;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.airlock.failures.NetworkFailureKind;
import dev.airlock.manifests.hosts.Host;
import dev.airlock.manifests.hosts.HostPort;
import dev.airlock.manifests.hosts.UrlScheme;
import dev.airlock.sandbox.call.CallEnded;
import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.call.Termination;
import dev.airlock.sandbox.host.net.HttpTransport;
import dev.airlock.sandbox.host.net.Wire;
import dev.airlock.sandbox.host.net.address.AddressKind;
import dev.airlock.sandbox.host.net.address.AddressRules;
import dev.airlock.sandbox.host.net.message.HttpResult;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.channels.ServerSocketChannel;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SystemDialerTest {
    private static final HostPort WIKI = HostPort.parse("wiki.example:443").orThrow();
    private static final Duration LIMIT = Duration.ofSeconds(5);

    @Test
    void dialsTheAddressesItChecked() throws Exception {
        try (SystemDialer dialer = dialer(AddressRules.publicOnly(), "93.184.216.34", "2606:4700:4700::1111")) {
            assertThat(dialer.resolve(UrlScheme.HTTPS, WIKI, Wire.call(5_000)))
                    .isEqualTo(new Resolution.Reachable(List.of(
                            new InetSocketAddress(InetAddress.getByName("93.184.216.34"), 443),
                            new InetSocketAddress(InetAddress.getByName("2606:4700:4700::1111"), 443))));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "10.0.0.1, PRIVATE",
        "127.0.0.1, LOOPBACK",
        "169.254.169.254, METADATA",
        "::1, LOOPBACK",
        "64:ff9b::a9fe:a9fe, METADATA",
        "0.0.0.0, UNSPECIFIED",
    })
    void refusesANameOfWhichOneAddressIsRefused(String address, AddressKind kind) throws Exception {
        try (SystemDialer dialer = dialer(AddressRules.publicOnly(), "93.184.216.34", address)) {
            assertThat(dialer.resolve(UrlScheme.HTTPS, WIKI, Wire.call(5_000)))
                    .isEqualTo(new Resolution.Forbidden(kind));
        }
    }

    @Test
    void checksAHostThatIsWrittenAsAnAddress() throws Exception {
        try (SystemDialer dialer = dialer(AddressRules.publicOnly())) {
            assertThat(dialer.resolve(UrlScheme.HTTP, HostPort.parse("[::1]:80").orThrow(), Wire.call(5_000)))
                    .isEqualTo(new Resolution.Forbidden(AddressKind.LOOPBACK));
        }
    }

    @Test
    void saysThatANameDoesNotResolve() throws Exception {
        try (SystemDialer dialer = dialer(AddressRules.publicOnly())) {
            assertThat(dialer.resolve(UrlScheme.HTTPS, WIKI, Wire.call(5_000))).isEqualTo(new Resolution.Unknown());
        }
    }

    @Test
    void givesUpALookUpAtItsLimitAndOnAFullQueue() throws InterruptedException {
        CountDownLatch never = new CountDownLatch(1);
        try (SystemDialer dialer = new SystemDialer(AddressRules.publicOnly(), Duration.ofMillis(5), name -> {
            try {
                never.await();
            } catch (InterruptedException closed) {
                Thread.currentThread().interrupt();
            }
            throw new UnknownHostException(name);
        })) {
            for (int i = 0; i < SystemDialer.THREADS + 300; i++) {
                HostPort host = HostPort.parse("wiki" + i + ".example:443").orThrow();
                assertThat(dialer.resolve(UrlScheme.HTTPS, host, Wire.call(5_000)))
                        .isEqualTo(new Resolution.TimedOut());
            }
            assertThat(threads()).isLessThanOrEqualTo(SystemDialer.THREADS);
        }
        await().atMost(5, MINUTES).until(() -> threads() == 0);
    }

    @Test
    void aNameThatHangsDoesNotKeepOthersFromTheirs() throws InterruptedException {
        CountDownLatch never = new CountDownLatch(1);
        AtomicInteger lookUps = new AtomicInteger();
        try (SystemDialer dialer = new SystemDialer(AddressRules.publicOnly(), Duration.ofMillis(20), name -> {
            lookUps.incrementAndGet();
            if (name.equals("wiki.example")) {
                try {
                    never.await();
                } catch (InterruptedException closed) {
                    Thread.currentThread().interrupt();
                }
            }
            return new InetAddress[] {InetAddress.getByAddress(new byte[] {8, 8, 8, 8})};
        })) {
            for (int i = 0; i < 2 * SystemDialer.THREADS; i++) {
                assertThat(dialer.resolve(UrlScheme.HTTPS, WIKI, Wire.call(5_000)))
                        .isEqualTo(new Resolution.TimedOut());
            }
            assertThat(lookUps).hasValue(1);
        }
        try (SystemDialer dialer = new SystemDialer(AddressRules.publicOnly(), LIMIT, name -> {
            lookUps.incrementAndGet();
            throw new UnknownHostException(name);
        })) {
            dialer.resolve(UrlScheme.HTTPS, WIKI, Wire.call(5_000));
            dialer.resolve(UrlScheme.HTTPS, WIKI, Wire.call(5_000));
            assertThat(lookUps).hasValue(3);
        }
    }

    @Test
    void oneConnectorsNamesThatHangLeaveOtherConnectorsTheirs() throws InterruptedException {
        CountDownLatch never = new CountDownLatch(1);
        try (SystemDialer dialer = new SystemDialer(AddressRules.publicOnly(), Duration.ofMillis(200), name -> {
            if (name.startsWith("hangs")) {
                try {
                    never.await();
                } catch (InterruptedException closed) {
                    Thread.currentThread().interrupt();
                }
            }
            return new InetAddress[] {InetAddress.getByAddress(new byte[] {8, 8, 8, 8})};
        })) {
            Dialer hostile = dialer.forOneConnector();
            for (int i = 0; i < 2 * SystemDialer.OF_ONE; i++) {
                HostPort host = HostPort.parse("hangs" + i + ".example:443").orThrow();
                assertThat(hostile.resolve(UrlScheme.HTTPS, host, Wire.call(5_000)))
                        .isEqualTo(new Resolution.TimedOut());
            }
            assertThat(threads()).isEqualTo(SystemDialer.OF_ONE);
            assertThat(catchThrowableOfType(
                                    CallEnded.class, () -> hostile.resolve(UrlScheme.HTTPS, WIKI, Wire.call(50)))
                            .termination())
                    .isInstanceOf(Termination.LimitReached.class);
            assertThat(dialer.forOneConnector().resolve(UrlScheme.HTTPS, WIKI, Wire.call(5_000)))
                    .isInstanceOf(Resolution.Reachable.class);
            never.countDown();
            await().atMost(5, MINUTES)
                    .untilAsserted(() -> assertThat(hostile.resolve(UrlScheme.HTTPS, WIKI, Wire.call(5_000)))
                            .isInstanceOf(Resolution.Reachable.class));
        }
    }

    @Test
    void aChangeOfMindBetweenCheckAndDialChangesNothing() throws IOException {
        AtomicInteger lookUps = new AtomicInteger();
        try (MockWebServer server = new MockWebServer();
                SystemDialer dialer = new SystemDialer(
                        new AddressRules(Set.of(Host.parse("rebind.example").orThrow())), LIMIT, name -> {
                            String address = lookUps.getAndIncrement() == 0 ? "127.0.0.1" : "169.254.169.254";
                            return new InetAddress[] {InetAddress.getByName(address)};
                        });
                HttpTransport transport = new HttpTransport(dialer)) {
            server.enqueue(
                    new MockResponse.Builder().addHeader("Connection", "close").build());
            server.start(InetAddress.getLoopbackAddress(), 0);
            String url = "http://rebind.example:" + server.getPort() + "/";
            assertThat(transport.exchange(Wire.call(5_000), Wire.get(url))).isInstanceOf(HttpResult.Response.class);
            assertThat(lookUps).hasValue(1);
            CallScope second = Wire.call(5_000);
            Termination termination = catchThrowableOfType(
                            CallEnded.class, () -> transport.exchange(second, Wire.get(url)))
                    .termination();
            assertThat(((Termination.Denied) termination).denial().what()).contains("cloud metadata address");
            assertThat(((Termination.Denied) termination).denial().fix()).isEmpty();
            assertThat(second.evidence().all()).isEmpty();
            assertThat(second.evidence().requestSent()).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://127.0.0.1:%d/", "http://[::1]:%d/", "http://0.0.0.0:%d/", "http://local.test:%d/"})
    void opensNoSocketToAnAddressThatTheEmbedderDidNotAllow(String pattern) throws IOException {
        try (ServerSocketChannel listener = ServerSocketChannel.open();
                SystemDialer dialer = dialer(AddressRules.publicOnly(), "127.0.0.1");
                HttpTransport transport = new HttpTransport(dialer)) {
            listener.bind(null);
            listener.configureBlocking(false);
            int port = ((InetSocketAddress) listener.getLocalAddress()).getPort();
            CallScope scope = Wire.call(5_000);
            Termination termination = catchThrowableOfType(
                            CallEnded.class, () -> transport.exchange(scope, Wire.get(pattern.formatted(port))))
                    .termination();
            assertThat(((Termination.Denied) termination).denial().fix()).contains("--allow-private");
            assertThat(listener.accept()).isNull();
            assertThat(transport.openSockets()).isZero();
            assertThat(scope.evidence().requestSent()).isFalse();
        }
    }

    @Test
    void triesTheOtherAddressesOfAName() throws IOException {
        Host host = Host.parse("two.example").orThrow();
        try (MockWebServer server = new MockWebServer();
                SystemDialer dialer =
                        new SystemDialer(new AddressRules(Set.of(host)), LIMIT, name -> new InetAddress[] {
                            InetAddress.getByAddress(new byte[] {127, 0, 0, 2}), InetAddress.getLoopbackAddress()
                        });
                HttpTransport transport = new HttpTransport(dialer)) {
            server.enqueue(new MockResponse.Builder().build());
            server.start(InetAddress.getLoopbackAddress(), 0);
            assertThat(transport.exchange(Wire.call(5_000), Wire.get("http://two.example:" + server.getPort() + "/")))
                    .isInstanceOf(HttpResult.Response.class);
        }
    }

    /** A proxy of the environment or of a property of the JVM would choose the address that is dialled. */
    @Test
    void asksNoProxyOfTheJvm() throws IOException {
        List<URI> asked = new CopyOnWriteArrayList<>();
        ProxySelector before = ProxySelector.getDefault();
        ProxySelector.setDefault(new ProxySelector() {
            @Override
            public List<Proxy> select(URI uri) {
                asked.add(uri);
                return List.of(Proxy.NO_PROXY);
            }

            @Override
            public void connectFailed(URI uri, SocketAddress address, IOException failure) {
                asked.add(uri);
            }
        });
        try (MockWebServer server = new MockWebServer();
                SystemDialer dialer = new SystemDialer(
                        new AddressRules(Set.of(Host.parse("one.example").orThrow())), LIMIT, name ->
                                new InetAddress[] {InetAddress.getLoopbackAddress()});
                HttpTransport transport = new HttpTransport(dialer)) {
            server.enqueue(new MockResponse.Builder().build());
            server.start(InetAddress.getLoopbackAddress(), 0);
            assertThat(transport.exchange(Wire.call(5_000), Wire.get("http://one.example:" + server.getPort() + "/")))
                    .isInstanceOf(HttpResult.Response.class);
            assertThat(asked).isEmpty();
        } finally {
            ProxySelector.setDefault(before);
        }
    }

    @Test
    void tellsANameThatDoesNotResolveApart() throws Exception {
        try (SystemDialer dialer = dialer(AddressRules.publicOnly());
                HttpTransport transport = new HttpTransport(dialer)) {
            HttpResult result = transport.exchange(Wire.call(5_000), Wire.get("https://wiki.example/"));
            assertThat(((HttpResult.Failed) result).broken().kind()).isEqualTo(NetworkFailureKind.DNS);
        }
    }

    private static SystemDialer dialer(AddressRules rules, String... addresses) throws UnknownHostException {
        InetAddress[] answers = new InetAddress[addresses.length];
        for (int i = 0; i < answers.length; i++) {
            answers[i] = InetAddress.getByName(addresses[i]);
        }
        return new SystemDialer(rules, LIMIT, name -> {
            if (answers.length == 0) {
                throw new UnknownHostException(name);
            }
            return answers;
        });
    }

    private static long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("airlock-dns"))
                .count();
    }
}
