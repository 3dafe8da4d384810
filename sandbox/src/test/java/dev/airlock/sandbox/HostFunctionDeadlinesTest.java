package dev.airlock.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.sandbox.api.Call;
import dev.airlock.sandbox.api.LoadOptions;
import dev.airlock.sandbox.api.Outcome;
import dev.airlock.sandbox.engine.Tier;
import dev.airlock.sandbox.host.CatalogueEntry;
import dev.airlock.sandbox.host.HostFunctions;
import dev.airlock.sandbox.link.HostImport;
import dev.airlock.sandbox.load.Connector;
import dev.airlock.sandbox.wasi.Wasi;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every host function, called for ever: the deadline ends the call, or the fuel does, to the same unit. */
@TestInstance(Lifecycle.PER_CLASS)
final class HostFunctionDeadlinesTest {
    private static final long WALL_MILLIS = 20;
    /** Far less than the fuel would last; a benchmark measures how soon after its deadline a guest ends. */
    private static final long SLACK_MILLIS = 10_000;

    private static final ConnectorManifest MANIFEST = Bench.manifest("[capabilities.network]\nhosts = [\"" + Bench.HOST
            + "\"]\n[capabilities.state]\n[capabilities.runtime]\nimports = [\""
            + HostFunctions.catalogue().stream().map(CatalogueEntry::name).collect(Collectors.joining("\", \""))
            + "\"]\n");

    private final Bench bench = Bench.plain();

    @AfterAll
    void close() {
        bench.close();
    }

    static Stream<Arguments> functions() {
        Map<String, String> signatures = new TreeMap<>();
        Wasi.signatures().forEach((name, signature) -> signatures.put(Wasi.MODULE + " " + name, signature));
        signatures.remove(Wasi.MODULE + " proc_exit");
        HostFunctions.catalogue()
                .forEach(entry -> signatures.put(
                        CatalogueEntry.AIRLOCK + " " + entry.name(),
                        HostImport.signature(entry.parameters(), entry.results())));
        return signatures.entrySet().stream().map(entry -> Arguments.of(entry.getKey(), entry.getValue()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("functions")
    void theDeadlineEndsAGuestThatCallsItForEver(String function, String signature) {
        for (Tier tier : Tier.values()) {
            LoadOptions options = standard(tier)
                    .withLimit(LimitName.WALL_TIME, WALL_MILLIS)
                    .withLimit(LimitName.FUEL, 300_000_000_000L);

            Outcome.Failed outcome = run(function, signature, options);

            assertThat(outcome.failure().details()).as(tier.wireName()).containsEntry("limit", "wall_time");
            assertThat(outcome.usage().wallMillis()).isLessThan(WALL_MILLIS + SLACK_MILLIS);
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("functions")
    void fuelEndsAGuestThatCallsItForEverAtTheSameUnitOnBothTiers(String function, String signature) {
        Outcome.Failed compiled =
                run(function, signature, standard(Tier.COMPILED).withLimit(LimitName.FUEL, 50_000));
        Outcome.Failed interpreted =
                run(function, signature, standard(Tier.INTERPRETED).withLimit(LimitName.FUEL, 50_000));

        assertThat(compiled.failure().details()).containsEntry("limit", "fuel");
        assertThat(interpreted.failure().details()).isEqualTo(compiled.failure().details());
        assertThat(interpreted.usage().fuel()).isEqualTo(compiled.usage().fuel());
    }

    private static LoadOptions standard(Tier tier) {
        return LoadOptions.standard()
                .withTier(tier)
                .withLimit(LimitName.HOST_CALLS, 1_000_000)
                .withLimit(LimitName.LOG, 100_000);
    }

    private Outcome.Failed run(String function, String signature, LoadOptions options) {
        String[] name = function.split(" ");
        boolean needsAKey = name[1].startsWith("state_") || name[1].equals("once");
        byte[] module = OneImport.calledForever(name[0], name[1], signature, needsAKey ? 1 : 0);
        Connector connector = bench.load(MANIFEST, module, options);
        Outcome outcome = bench.sandbox.invoke(
                connector, Call.of("run", JsonNodeFactory.instance.objectNode()).withIdempotencyKey("key-0123456789"));
        assertThat(outcome).isInstanceOf(Outcome.Failed.class);
        return (Outcome.Failed) outcome;
    }
}
