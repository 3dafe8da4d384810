package dev.airlock.sandbox;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.ManifestReader;
import dev.airlock.sandbox.api.Call;
import dev.airlock.sandbox.api.LoadOptions;
import dev.airlock.sandbox.engine.Tier;
import dev.airlock.sandbox.load.Connector;
import dev.airlock.sandbox.load.LoadResult;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;

/**
 * Runs in its own JVM: loads a sample connector, compiled, calls it once and closes it, many times over. The first half
 * warms up the JIT, whose profiles are also in Metaspace and are complete after some hundred rounds.
 */
final class LoadAndClose {
    private LoadAndClose() {}

    public static void main(String[] arguments) {
        int rounds = Integer.parseInt(arguments[0]);
        ConnectorManifest manifest = ManifestReader.read(
                        Bench.samplePath(arguments[1]).resolve("manifest.toml"))
                .orThrow();
        byte[] module = Bench.bytes(Bench.samplePath(arguments[1]).resolve("connector.wasm"));
        try (Sandbox sandbox = Sandbox.builder().build()) {
            for (int round = 0; round < rounds; round++) {
                if (round == rounds / 2) {
                    print();
                }
                loadCallClose(sandbox, manifest, module);
            }
            print();
        }
        System.out.println(rounds + " rounds");
    }

    private static void loadCallClose(Sandbox sandbox, ConnectorManifest manifest, byte[] module) {
        LoadOptions options = LoadOptions.standard().withTier(Tier.COMPILED);
        LoadResult result = sandbox.load(manifest, module, options);
        if (!(result instanceof LoadResult.Loaded loaded)) {
            throw new IllegalStateException(result.toString());
        }
        try (Connector connector = loaded.connector()) {
            if (connector.beginsWithSnapshot() != manifest.reactorSnapshot()) {
                throw new IllegalStateException("the manifest asks for a captured state, or for none");
            }
            sandbox.invoke(connector, Call.of("no_such_operation", JsonNodeFactory.instance.objectNode()));
        }
    }

    private static void print() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        System.out.println("metaspace "
                + ManagementFactory.getMemoryPoolMXBeans().stream()
                        .filter(pool -> pool.getName().equals("Metaspace"))
                        .mapToLong(LoadAndClose::used)
                        .sum());
        System.out.println("heap "
                + ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
    }

    private static long used(MemoryPoolMXBean pool) {
        return pool.getUsage().getUsed();
    }
}
