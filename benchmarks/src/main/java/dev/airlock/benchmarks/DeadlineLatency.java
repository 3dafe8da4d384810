package dev.airlock.benchmarks;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.airlock.failures.Cause;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.ManifestReader;
import dev.airlock.sandbox.Sandbox;
import dev.airlock.sandbox.api.Call;
import dev.airlock.sandbox.api.LoadOptions;
import dev.airlock.sandbox.api.Outcome;
import dev.airlock.sandbox.engine.Tier;
import dev.airlock.sandbox.load.Connector;
import dev.airlock.sandbox.load.LoadResult;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.Locale;

/** Measures the time from the deadline of an endless guest until its caller has the failure. */
public final class DeadlineLatency {
    private static final long WALL_MILLIS = 50;
    private static final int WARM_UP = 20;
    private static final int STANDARD_CALLS = 200;
    private static final String MANIFEST = """
            [connector]
            name = "local://benchmarks/endless"
            version = "1.0.0"
            description = "Never ends."

            [[operations]]
            name = "run"
            description = "Loops."
            """;

    private DeadlineLatency() {}

    /**
     * Prints the table.
     *
     * @param arguments the number of calls to time, if it is not the standard number
     */
    public static void main(String[] arguments) throws IOException {
        int calls = arguments.length == 0 ? STANDARD_CALLS : Integer.parseInt(arguments[0]);
        byte[] module = Files.readAllBytes(Folder.PROGRAMS.resolve("endless.wasm"));
        ConnectorManifest manifest =
                ManifestReader.read("manifest.toml", MANIFEST).orThrow();
        System.out.println("| endless loop | p50 ms | p99 ms | most ms |");
        System.out.println("|---|---|---|---|");
        try (Sandbox sandbox = Sandbox.builder().build()) {
            for (Tier tier : Tier.values()) {
                print(tier, latencies(sandbox, connector(sandbox, manifest, module, tier), calls));
            }
        }
    }

    private static Connector connector(Sandbox sandbox, ConnectorManifest manifest, byte[] module, Tier tier) {
        LoadOptions options = LoadOptions.standard()
                .withTier(tier)
                .withLimit(LimitName.WALL_TIME, WALL_MILLIS)
                .withLimit(LimitName.FUEL, 300_000_000_000L);
        if (sandbox.load(manifest, module, options) instanceof LoadResult.Loaded loaded) {
            return loaded.connector();
        }
        throw new IllegalStateException("the endless loop cannot be loaded");
    }

    private static long[] latencies(Sandbox sandbox, Connector connector, int calls) {
        long[] late = new long[calls];
        for (int i = -Math.min(WARM_UP, calls); i < calls; i++) {
            Call call = Call.of("run", JsonNodeFactory.instance.objectNode());
            long start = System.nanoTime();
            Outcome outcome = sandbox.invoke(connector, call);
            long nanos = System.nanoTime() - start - WALL_MILLIS * 1_000_000;
            if (!(outcome instanceof Outcome.Failed failed
                    && failed.failure().cause() instanceof Cause.LimitReached reached
                    && reached.limit() == LimitName.WALL_TIME)) {
                throw new IllegalStateException("the endless loop came to " + outcome);
            }
            if (i >= 0) {
                late[i] = nanos;
            }
        }
        Arrays.sort(late);
        return late;
    }

    private static void print(Tier tier, long[] sorted) {
        System.out.printf(
                Locale.ROOT,
                "| %s | %.2f | %.2f | %.2f |%n",
                tier.wireName(),
                millis(sorted[sorted.length / 2]),
                millis(sorted[Math.max(1, sorted.length * 99 / 100) - 1]),
                millis(sorted[sorted.length - 1]));
    }

    private static double millis(long nanos) {
        return nanos / 1e6;
    }
}
