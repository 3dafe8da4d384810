package dev.airlock.upstreams;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
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
            List<String> statuses = inParallel(version.client(upstream), "https://api.example.com/");
            assertThat(Collections.frequency(statuses, "201")).isEqualTo(1);
            assertThat(Collections.frequency(statuses, "202")).isEqualTo(5);
            assertThat(Collections.frequency(statuses, "200")).isEqualTo(CALLS - 6);
            assertThat(upstream.requests())
                    .map(RecordedRequest::number)
                    .isSorted()
                    .hasSize(CALLS);
        }
    }

    @ParameterizedTest
    @EnumSource(Versions.class)
    void recordsRequestsInTheOrderInWhichTheyArriveThoughALaterOneIsAnsweredFirst(Versions version) throws Exception {
        CountDownLatch firstArrived = new CountDownLatch(1);
        CountDownLatch secondAnswered = new CountDownLatch(1);
        try (ScriptedUpstream upstream = Clients.start("[[exchange]]\nrespond = {}", HOST)) {
            upstream.play(Clients.script("[[exchange]]\nrespond = {}"), (request, usual) -> {
                if (request.number() == 1) {
                    firstArrived.countDown();
                    awaited(secondAnswered);
                }
                return usual;
            });
            OkHttpClient client = version.client(upstream);
            Request request =
                    new Request.Builder().url("https://api.example.com/").build();
            Replies first = new Replies(1);
            client.newCall(request).enqueue(first);
            firstArrived.await();
            client.newCall(request).execute().close();
            secondAnswered.countDown();

            assertThat(first.await()).containsExactly("200");
            assertThat(upstream.requests()).map(RecordedRequest::number).containsExactly(1L, 2L);
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
        Set<Thread> others = upstreamThreads();
        ScriptedUpstream upstream = Clients.start("[[exchange]]\n" + rule, HOST, "a.example.com:443");
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
        assertThat(busy.await(5, TimeUnit.MINUTES)).isTrue();
        upstream.close();
        replies.await();
        assertNothingIsLeft(upstream, others);
    }

    @ParameterizedTest
    @EnumSource(Versions.class)
    void afterCloseNoThreadAndNoSocketIsLeft(Versions version) throws Exception {
        Set<Thread> others = upstreamThreads();
        ScriptedUpstream upstream = Clients.start("[[exchange]]\nrespond = {}", HOST);
        inParallel(version.client(upstream), "https://api.example.com/");
        upstream.close();
        assertNothingIsLeft(upstream, others);
        upstream.close();
        assertThat(upstream.requests()).hasSize(CALLS);
    }

    /** Asserts that nothing is left. Waits in these scripts last an hour or for ever, so leftovers do not end by themselves. */
    private static void assertNothingIsLeft(ScriptedUpstream upstream, Set<Thread> others) {
        assertThat(upstream.openSockets()).isZero();
        Clients.eventually(() -> assertThat(upstreamThreads()).isSubsetOf(others));
    }

    private static Set<Thread> upstreamThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("airlock-upstream-"))
                .collect(Collectors.toSet());
    }

    private static void awaited(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
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

    /** Counts a call down after its request is sent or its handshake has begun. */
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
