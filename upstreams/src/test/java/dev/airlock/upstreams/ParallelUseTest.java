package dev.airlock.upstreams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import okhttp3.ConnectionPool;
import okhttp3.Dispatcher;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ParallelUseTest {
    private static final String HOST = "api.example.com:443";
    private static final int CALLS = 64;

    @ParameterizedTest
    @EnumSource(Versions.class)
    void aRuleAnswersExactlyAsOftenAsItSaysHoweverManyAsk(Versions version) throws Exception {
        String script = """
                [[exchange]]
                respond = { status = 201 }
                times   = 1
                [[exchange]]
                respond = { status = 202 }
                times   = 5
                [[exchange]]
                respond = { status = 200 }
                delay   = "50ms"
                """;
        try (ScriptedUpstream upstream = Clients.start(script, HOST)) {
            long start = System.nanoTime();
            List<String> statuses = inParallel(version.client(upstream), "https://api.example.com/");
            assertThat(Collections.frequency(statuses, "201")).isEqualTo(1);
            assertThat(Collections.frequency(statuses, "202")).isEqualTo(5);
            assertThat(Collections.frequency(statuses, "200")).isEqualTo(CALLS - 6);
            assertThat(upstream.requests())
                    .map(RecordedRequest::number)
                    .isSorted()
                    .hasSize(CALLS);
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(30));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"stall", "stall_after_headers", "drip", "oversize", "endless_headers", "1xx_storm"})
    void closingEndsWhateverIsGoingOnAtOnce(String fault) throws Exception {
        closesAtOnce("fault = \"" + fault + "\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "respond = {}\ndelay = \"60min\"",
                "match = { host = \"a.example.com\" }\nfault = \"tls\"\ndelay = \"60min\""
            })
    void closingEndsDelaysAtOnce(String rule) throws Exception {
        closesAtOnce(rule);
    }

    private static void closesAtOnce(String rule) throws Exception {
        ScriptedUpstream upstream = Clients.start("[[exchange]]\n" + rule, HOST, "a.example.com:443");
        InetSocketAddress address = upstream.dial("api.example.com", 443, true);
        Replies replies = new Replies(4);
        CountDownLatch busy = new CountDownLatch(4);
        for (Versions version : Versions.values()) {
            OkHttpClient client = version.client(upstream)
                    .newBuilder()
                    .eventListenerFactory(call -> new Started(busy))
                    .build();
            client.newCall(new Request.Builder().url("https://api.example.com/").build())
                    .enqueue(replies);
            client.newCall(new Request.Builder().url("https://a.example.com/").build())
                    .enqueue(replies);
        }
        assertThat(busy.await(30, TimeUnit.SECONDS)).isTrue();
        long before = System.nanoTime();
        upstream.close();
        assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(2));
        replies.await();
        assertNothingIsLeft(upstream, address);
    }

    @ParameterizedTest
    @EnumSource(Versions.class)
    void afterCloseNoThreadAndNoSocketIsLeft(Versions version) throws Exception {
        ScriptedUpstream upstream = Clients.start("[[exchange]]\nrespond = {}", HOST);
        InetSocketAddress address = upstream.dial("api.example.com", 443, true);
        inParallel(version.client(upstream), "https://api.example.com/");
        upstream.close();
        assertNothingIsLeft(upstream, address);
        upstream.close();
        assertThat(upstream.requests()).hasSize(CALLS);
    }

    private static void assertNothingIsLeft(ScriptedUpstream upstream, InetSocketAddress address) {
        assertThat(upstream.openSockets()).isZero();
        assertThat(Thread.getAllStackTraces().keySet())
                .map(Thread::getName)
                .noneMatch(name -> name.startsWith("airlock-upstream-"));
        assertThatThrownBy(() -> new Socket(address.getAddress(), address.getPort()).close())
                .isInstanceOf(SocketException.class);
    }

    private static List<String> inParallel(OkHttpClient client, String url) throws InterruptedException {
        Dispatcher dispatcher = new Dispatcher();
        dispatcher.setMaxRequests(CALLS);
        dispatcher.setMaxRequestsPerHost(CALLS);
        OkHttpClient parallel = client.newBuilder()
                .dispatcher(dispatcher)
                .connectionPool(new ConnectionPool())
                .build();
        Replies replies = new Replies(CALLS);
        for (int call = 0; call < CALLS; call++) {
            parallel.newCall(new Request.Builder().url(url).build()).enqueue(replies);
        }
        List<String> outcomes = replies.await();
        parallel.connectionPool().evictAll();
        return outcomes;
    }

    /** Counts a call down once its request is out, or its handshake has begun. */
    private static final class Started extends okhttp3.EventListener {
        private final CountDownLatch busy;
        private boolean counted;

        Started(CountDownLatch busy) {
            this.busy = busy;
        }

        @Override
        public void secureConnectStart(okhttp3.Call call) {
            count();
        }

        @Override
        public void callFailed(okhttp3.Call call, IOException failure) {
            count();
        }

        @Override
        public void callEnd(okhttp3.Call call) {
            count();
        }

        private synchronized void count() {
            if (!counted) {
                counted = true;
                busy.countDown();
            }
        }
    }
}
