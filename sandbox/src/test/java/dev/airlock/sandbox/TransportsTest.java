package dev.airlock.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.airlock.sandbox.api.Call;
import dev.airlock.sandbox.api.LoadOptions;
import dev.airlock.sandbox.api.Outcome;
import dev.airlock.sandbox.load.Connector;
import org.junit.jupiter.api.Test;

/** Calls of one connector share connections; those of two never do. */
final class TransportsTest {
    private static final String SCRIPT =
            "[bindings]\napi_key = 'a-secret-of-some-length'\n[[exchange]]\nrespond = { status = 200, body = '1' }\n";

    @Test
    void eachConnectorHasConnectionsOfItsOwn() {
        try (Bench bench = Bench.with(SCRIPT)) {
            Connector first = fetch(bench);
            Connector second = fetch(bench);

            call(bench, first);
            call(bench, first);
            assertThat(bench.sandbox.openSockets()).isEqualTo(1);

            call(bench, second);
            assertThat(bench.sandbox.openSockets()).isEqualTo(2);
            assertThat(bench.upstream.requests()).hasSize(3);
        }
    }

    @Test
    void theyEndWithTheConnector() {
        try (Bench bench = Bench.with(SCRIPT)) {
            Connector first = fetch(bench);
            Connector second = fetch(bench);
            call(bench, first);
            call(bench, second);

            first.close();

            Bench.eventually()
                    .untilAsserted(() -> assertThat(bench.sandbox.openSockets()).isEqualTo(1));
            call(bench, second);
        }
    }

    @Test
    void aConnectorThatAsksNobodyOpensNothing() {
        try (Bench bench = Bench.plain()) {
            Connector echo = bench.loadGuest("echo", LoadOptions.standard());
            call(bench, echo);
            assertThat(bench.sandbox.openSockets()).isZero();
        }
    }

    private static Connector fetch(Bench bench) {
        return bench.load(Fetch.MANIFEST, Bench.guest("fetch"), LoadOptions.standard());
    }

    private static void call(Bench bench, Connector connector) {
        Outcome outcome = bench.sandbox.invoke(connector, Call.of("fetch", JsonNodeFactory.instance.objectNode()));
        assertThat(outcome).isInstanceOf(Outcome.Succeeded.class);
    }
}
