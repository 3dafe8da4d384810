package dev.airlock.sandbox.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.failures.NetworkFailureKind;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.manifests.hosts.HostPort;
import dev.airlock.manifests.limits.Limits;
import dev.airlock.sandbox.call.Termination;
import dev.airlock.sandbox.evidence.Exchange;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The gate is asked before each exchange and each hop, and notified exactly once how it ended. */
class CircuitGuardTest {
    private static final String URL = "https://api.example.com/x";
    private static final Exchange.CircuitOpen OPEN =
            new Exchange.CircuitOpen(new Exchange.Answered(503, "", ""), Instant.parse("2026-11-28T12:00:30Z"));

    private final List<String> told = new ArrayList<>();

    /** Lets through requests to other hosts than the closed one, and records its notifications. */
    private CircuitGate closedTo(String closed) {
        return (connector, host, call) -> {
            told.add("asked " + host);
            return host.toString().equals(closed) ? new CircuitGate.Refusal(OPEN) : passage(host);
        };
    }

    private CircuitGate.Passage passage(HostPort host) {
        return new CircuitGate.Passage() {
            @Override
            public void ended(Exchange.Result result) {
                told.add(
                        result instanceof Exchange.Answered answered
                                ? host + " answered " + answered.status()
                                : host + " " + ((Exchange.Broken) result).kind().wireName());
            }

            @Override
            public void abandoned() {
                told.add(host + " abandoned");
            }
        };
    }

    @Test
    void anExchangeThatTheGateRefusesFailsAndNothingIsSent() {
        try (Guest guest =
                Guest.with().circuits(closedTo("api.example.com:443")).start()) {
            assertThat(guest.get(URL)).isEqualTo(-1);
            assertThat(guest.lastError())
                    .contains("\"kind\":\"circuit_open\"", "is not called until 2026-11-28T12:00:30Z");
            assertThat(guest.status()).isEqualTo(-1);
            assertThat(guest.dials).hasValue(0);
            assertThat(guest.upstream.requests()).isEmpty();
            Exchange exchange = guest.scope.evidence().last().orElseThrow();
            assertThat(exchange.result()).isEqualTo(OPEN);
            assertThat(exchange.delivery().sent()).isFalse();
            assertThat(guest.scope.evidence().requestSent()).isFalse();
            assertThat(guest.scope.traffic().exchanges()).isEqualTo(1);
        }
    }

    @Test
    void tellsTheGateHowEachExchangeEnded() {
        try (Guest guest = Guest.with().script("""
                        [[exchange]]
                        respond = { status = 503, body = '' }
                        times = 1
                        [[exchange]]
                        fault = "reset"
                        """).circuits(closedTo("none")).start()) {
            assertThat(guest.get(URL)).isZero();
            assertThat(guest.get(URL)).isEqualTo(-1);
            assertThat(told)
                    .containsExactly(
                            "asked api.example.com:443",
                            "api.example.com:443 answered 503",
                            "asked api.example.com:443",
                            "api.example.com:443 " + NetworkFailureKind.RESET.wireName());
        }
    }

    @Test
    void asksForEachHopOfARedirect() {
        try (Guest guest = Guest.with("api.example.com:443", "other.example.com:443")
                .script("""
                        [[exchange]]
                        match = { host = "api.example.com:443" }
                        respond = { status = 302, headers = { Location = "https://other.example.com/y" }, body = '' }
                        """)
                .circuits(closedTo("other.example.com:443"))
                .start()) {
            assertThat(guest.request("{\"url\":\"" + URL + "\",\"follow_redirects\":true}"))
                    .isEqualTo(-1);
            assertThat(told)
                    .containsExactly(
                            "asked api.example.com:443",
                            "api.example.com:443 answered 302",
                            "asked other.example.com:443");
            assertThat(guest.upstream.requests()).hasSize(1);
            assertThat(guest.scope.evidence().all()).extracting(Exchange::hop).containsExactly(0, 1);
        }
    }

    @Test
    void aHostThatHadHalfOfTheWallTimeAndDidNotAnswerHasFailed() {
        try (Guest guest = Guest.with()
                .script("[[exchange]]\nfault = \"stall\"\n")
                .wallMillis(400)
                .limits(Limits.defaults().with(LimitName.WALL_TIME, 400))
                .circuits(closedTo("none"))
                .start()) {
            assertThat(guest.termination(() -> guest.get(URL))).isInstanceOf(Termination.LimitReached.class);
            assertThat(told).containsExactly("asked api.example.com:443", "api.example.com:443 timeout");
        }
    }

    @Test
    void aCallThatIsCancelledSaysNothingAboutTheHost() {
        try (Guest guest = Guest.with()
                .script("[[exchange]]\nfault = \"stall\"\n")
                .limits(Limits.defaults().with(LimitName.WALL_TIME, 400))
                .circuits(closedTo("none"))
                .start()) {
            CompletableFuture<Void> later = CompletableFuture.runAsync(
                    guest.scope::cancel, CompletableFuture.delayedExecutor(400, TimeUnit.MILLISECONDS));
            assertThat(guest.termination(() -> guest.get(URL))).isInstanceOf(Termination.Cancelled.class);
            assertThat(told).containsExactly("asked api.example.com:443", "api.example.com:443 abandoned");
            later.join();
        }
    }

    @Test
    void anExchangeThatEndsWithItsCallSaysNothingAboutTheHost() {
        try (Guest guest = Guest.with()
                .script("[[exchange]]\nfault = \"stall\"\n")
                .wallMillis(300)
                .circuits(closedTo("none"))
                .start()) {
            assertThat(guest.termination(() -> guest.get(URL))).isInstanceOf(Termination.LimitReached.class);
            assertThat(told).containsExactly("asked api.example.com:443", "api.example.com:443 abandoned");
        }
    }

    @Test
    void asksForNothingThatIsNotGranted() {
        try (Guest guest = Guest.with().circuits(closedTo("none")).start()) {
            guest.denied("{\"url\":\"https://elsewhere.example.com/\"}");
            assertThat(told).isEmpty();
        }
    }
}
