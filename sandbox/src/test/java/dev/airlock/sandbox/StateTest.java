package dev.airlock.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.airlock.failures.FailureClass;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.names.ConnectorIdentity;
import dev.airlock.sandbox.api.Call;
import dev.airlock.sandbox.api.LoadOptions;
import dev.airlock.sandbox.api.Outcome;
import dev.airlock.sandbox.load.Connector;
import dev.airlock.sandbox.state.SqliteStateStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The state that a connector keeps from call to call, and the work that it claims to have done once. */
final class StateTest {
    private static final ConnectorManifest MANIFEST = manifest("");
    private static final String SERVES = "[[exchange]]\nrespond = { status = 200 }\n";

    @TempDir
    private Path folder;

    @Test
    void aClaimIsDoneOnceTheCallHasSucceeded() {
        try (Bench bench = Bench.with(SERVES)) {
            Connector connector = load(bench, LoadOptions.standard());
            assertThat(once(bench, connector, "first")).isZero();
            assertThat(once(bench, connector, "second")).isEqualTo(1);
            assertThat(once(bench, connector, "first")).isEqualTo(1);
            assertThat(bench.upstream.requests()).hasSize(1);
        }
    }

    @Test
    void anAnswerThatIsLostLeavesTheClaimInDoubt() {
        try (Bench bench = Bench.with("[[exchange]]\nfault = 'reset_after_request'\n")) {
            Connector connector = load(bench, LoadOptions.standard());
            assertThat(failure(bench, connector, "first")).isEqualTo(FailureClass.NETWORK_ERROR);
            assertThat(once(bench, connector, "second")).isEqualTo(2);
            assertThat(once(bench, connector, "first")).isEqualTo(2);
            assertThat(once(bench, connector, "third")).isEqualTo(1);
            assertThat(bench.upstream.requests()).hasSize(1);
        }
    }

    @Test
    void aCallOfWhichNothingWentOutClaimsNothing() {
        try (Bench bench = Bench.with("[[exchange]]\nfault = 'connect_refused'\ntimes = 1\n" + SERVES)) {
            Connector connector = load(bench, LoadOptions.standard());
            assertThat(failure(bench, connector, "first")).isEqualTo(FailureClass.NETWORK_ERROR);
            assertThat(once(bench, connector, "first")).isZero();
        }
    }

    @Test
    void aCallThatItsDeadlineEndedLeavesTheClaimInDoubt() {
        try (Bench bench = Bench.with("[[exchange]]\nfault = 'stall'\n")) {
            Connector connector = load(bench, LoadOptions.standard().withLimit(LimitName.WALL_TIME, 500));
            assertThat(failure(bench, connector, "first")).isEqualTo(FailureClass.RESOURCE_LIMIT_EXCEEDED);
            assertThat(once(bench, connector, "second")).isEqualTo(2);
        }
    }

    @Test
    void stateOutlivesTheProcessInAFile() {
        Path file = folder.resolve("state.db");
        for (int process = 0; process < 2; process++) {
            try (SqliteStateStore store = SqliteStateStore.in(file);
                    Bench bench = Bench.with(SERVES, builder -> builder.state(store))) {
                Connector connector = load(bench, LoadOptions.standard());
                assertThat(once(bench, connector, "call " + process)).isEqualTo(process);
            }
        }
    }

    @Test
    void theStoreIsOpenedWithTheConnectorThatUsesItAndNotAtTheCostOfACall() {
        Path file = folder.resolve("state.db");
        ConnectorManifest stateless = Bench.networked("http_request", "http_response_status");
        try (SqliteStateStore store = SqliteStateStore.in(file);
                Bench bench = Bench.with(SERVES, builder -> builder.state(store))) {
            bench.load(stateless, Bench.guest("echo"), LoadOptions.standard());
            assertThat(file).doesNotExist();
            load(bench, LoadOptions.standard());
            assertThat(file).exists();
        }
    }

    @Test
    void aStoreThatCannotBeOpenedYetKeepsNoConnectorFromBeingLoaded() throws IOException {
        Path file = Files.writeString(
                folder.resolve("state.db"), "this is no database, and long enough to be taken for one");
        try (SqliteStateStore store = SqliteStateStore.in(file);
                Bench bench = Bench.with(SERVES, builder -> builder.state(store))) {
            Connector connector = load(bench, LoadOptions.standard());
            Files.delete(file);
            assertThat(once(bench, connector, "first")).isZero();
        }
    }

    @Test
    void connectorsOfOneNameAndDifferentPublishersDoNotSeeEachOther() {
        var name = MANIFEST.connector().name();
        try (Bench bench = Bench.with(SERVES)) {
            Connector nobodys = load(bench, LoadOptions.standard());
            Connector signed = load(
                    bench, LoadOptions.standard().withIdentity(new ConnectorIdentity.Signed(name, "github://acme/a")));
            Connector here =
                    load(bench, LoadOptions.standard().withIdentity(new ConnectorIdentity.Unsigned(name, folder)));
            Connector there = load(
                    bench,
                    LoadOptions.standard().withIdentity(new ConnectorIdentity.Unsigned(name, folder.resolve("other"))));
            for (Connector connector : new Connector[] {nobodys, signed, here, there}) {
                assertThat(once(bench, connector, "call")).isZero();
            }
            Connector again = load(
                    bench, LoadOptions.standard().withIdentity(new ConnectorIdentity.Signed(name, "github://acme/a")));
            assertThat(once(bench, again, "call")).isEqualTo(1);
        }
    }

    @Test
    void aFullStateEndsTheCall() {
        try (Bench bench = Bench.with(SERVES)) {
            Connector connector = load(bench, LoadOptions.standard().withLimit(LimitName.STATE, 13));
            assertThat(once(bench, connector, "first")).isZero();
            Outcome.Failed failed = (Outcome.Failed) call(bench, connector, "second");
            assertThat(failed.failure().failureClass()).isEqualTo(FailureClass.RESOURCE_LIMIT_EXCEEDED);
            assertThat(failed.failure().details())
                    .containsEntry("limit", "state")
                    .containsEntry("aspect", "bytes")
                    .containsEntry("configured", 13L)
                    .containsEntry("used", 14L);
        }
    }

    @Test
    void aManifestThatAsksForNoStateGetsNone() {
        ConnectorManifest stateless =
                Bench.networked("once", "state_get", "state_put", "http_request", "http_response_status");
        try (Bench bench = Bench.with(SERVES)) {
            Connector connector = bench.load(stateless, Bench.guest("once"), LoadOptions.standard());
            Outcome.Failed failed = (Outcome.Failed) call(bench, connector, "first");
            assertThat(failed.failure().failureClass()).isEqualTo(FailureClass.CAPABILITY_DENIED);
            assertThat(failed.failure().details())
                    .hasEntrySatisfying("fix", fix -> assertThat(fix.toString()).contains("[capabilities.state]"));
        }
    }

    @Test
    void aStoreThatCannotBeUsedIsTheHostsFault() {
        SqliteStateStore closed = SqliteStateStore.in(folder);
        UnaryOperator<Sandbox.Builder> settings = builder -> builder.state(closed);
        try (Bench bench = Bench.with(SERVES, settings)) {
            Connector connector = load(bench, LoadOptions.standard());
            Outcome.Failed failed = (Outcome.Failed) call(bench, connector, "first");
            assertThat(failed.failure().details()).containsEntry("reason", "store_unavailable");
            assertThat(failed.failure().message())
                    .contains("the state of connectors cannot be read or written. Make sure that you own ");
            assertThat(bench.drainFaults()).isNotEmpty();
        }
    }

    @Test
    void aDamagedStoreSaysWhatToDoAndWhatThatCosts() throws IOException {
        Path file = Files.writeString(folder.resolve("state.db"), "no database".repeat(1000));
        try (SqliteStateStore store = SqliteStateStore.in(file);
                Bench bench = Bench.with(SERVES, builder -> builder.state(store))) {
            Outcome.Failed failed = (Outcome.Failed) call(bench, load(bench, LoadOptions.standard()), "first");
            assertThat(failed.failure().details()).containsEntry("reason", "store_unavailable");
            assertThat(failed.failure().message())
                    .contains(
                            "state.db is damaged", "Restore a copy of state.db, or move it away;", "may be done again")
                    .doesNotContain(folder.toString());
            assertThat(bench.drainFaults()).isNotEmpty();
        }
    }

    private static ConnectorManifest manifest(String more) {
        return Bench.manifest("""
                [capabilities.network]
                hosts = ["api.example.com:443"]
                [capabilities.state]
                [capabilities.runtime]
                imports = ["once", "state_get", "state_put", "http_request", "http_response_status"]
                """ + more);
    }

    private static Connector load(Bench bench, LoadOptions options) {
        return bench.load(MANIFEST, Bench.guest("once"), options);
    }

    private static int once(Bench bench, Connector connector, String idempotencyKey) {
        Outcome outcome = call(bench, connector, idempotencyKey);
        assertThat(outcome).isInstanceOf(Outcome.Succeeded.class);
        return ((Outcome.Succeeded) outcome).output().get("once").intValue();
    }

    private static FailureClass failure(Bench bench, Connector connector, String idempotencyKey) {
        return ((Outcome.Failed) call(bench, connector, idempotencyKey))
                .failure()
                .failureClass();
    }

    private static Outcome call(Bench bench, Connector connector, String idempotencyKey) {
        return bench.sandbox.invoke(
                connector, Call.of("pay", JsonNodeFactory.instance.objectNode()).withIdempotencyKey(idempotencyKey));
    }
}
