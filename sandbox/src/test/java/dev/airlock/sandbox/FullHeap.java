package dev.airlock.sandbox;

import static dev.airlock.sandbox.wasm.ModuleBuilder.EMPTY;
import static dev.airlock.sandbox.wasm.ModuleBuilder.I32;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.airlock.failures.Failure;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.manifests.ManifestReader;
import dev.airlock.sandbox.admission.JvmShare;
import dev.airlock.sandbox.api.Call;
import dev.airlock.sandbox.api.LoadOptions;
import dev.airlock.sandbox.api.Outcome;
import dev.airlock.sandbox.load.Connector;
import dev.airlock.sandbox.load.LoadResult;
import dev.airlock.sandbox.wasm.ModuleBuilder;
import dev.airlock.sandbox.wasm.format.Opcode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.IntFunction;

/** Runs in its own JVM with a small heap: prints the results of many calls or loads at once. */
final class FullHeap {
    private static final long FIVE_MINUTES = 300_000;
    private static final String ANSWER = "{\"output\":{}}";

    private FullHeap() {}

    /** Arguments: calls, loads or huge; how many calls, loads, or functions of the module. */
    public static void main(String[] arguments) throws Exception {
        int count = Integer.parseInt(arguments[1]);
        Queue<Throwable> faults = new ConcurrentLinkedQueue<>();
        try (Sandbox sandbox =
                Sandbox.builder().hostFaults((id, fault) -> faults.add(fault)).build()) {
            Map<String, Integer> results = switch (arguments[0]) {
                case "calls" -> calls(sandbox, count);
                case "loads" -> loads(sandbox, count);
                default -> Map.of(told(load(sandbox, 0, BigModules.arithmetic(count - 1, 150))), 1);
            };
            results.forEach((result, times) -> System.out.println(times + " " + result));
        }
        System.out.println("faults " + faults);
        System.out.println("held " + JvmShare.ofTheJvm().memory().heldBytes());
    }

    private static Map<String, Integer> calls(Sandbox sandbox, int count) throws InterruptedException {
        Connector connector = ((LoadResult.Loaded) load(sandbox, 0, filling())).connector();
        Map<String, Integer> results = inParallel(
                count, i -> told(sandbox.invoke(connector, Call.of("run", JsonNodeFactory.instance.objectNode()))));
        connector.awaitCompilation(Duration.ofMillis(FIVE_MINUTES)); // which takes memory of its own
        return results;
    }

    private static Map<String, Integer> loads(Sandbox sandbox, int count) throws Exception {
        byte[] module = Files.readAllBytes(
                Path.of(System.getProperty("airlock.root"), "sample-connectors", "issue-tracker-go", "connector.wasm"));
        return inParallel(count, i -> told(compiled(load(sandbox, i, module))));
    }

    /** Returns the result of a load once it is compiled too. */
    private static LoadResult compiled(LoadResult result) {
        if (result instanceof LoadResult.Loaded loaded) {
            try {
                loaded.connector().awaitCompilation(Duration.ofMillis(FIVE_MINUTES));
            } catch (InterruptedException e) {
                throw new IllegalStateException("nobody interrupts this thread", e);
            }
        }
        return result;
    }

    private static Map<String, Integer> inParallel(int count, IntFunction<String> work) {
        List<CompletableFuture<String>> running = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int number = i;
            running.add(CompletableFuture.supplyAsync(
                    () -> work.apply(number), task -> new Thread(null, task, "caller", 1 << 18).start()));
        }
        Map<String, Integer> results = new TreeMap<>();
        running.forEach(result -> results.merge(result.join(), 1, Integer::sum));
        return results;
    }

    private static LoadResult load(Sandbox sandbox, int number, byte[] module) {
        var manifest = ManifestReader.read(
                        "manifest.toml",
                        "[connector]\nname = \"local://tests/guest" + number + "\"\nversion = \"1.0.0\"\n"
                                + "[capabilities.network]\nhosts = [\"api.example.com:443\"]\n[capabilities.runtime]\n"
                                + "imports = [\"log\", \"http_request\", \"http_response_status\", \"http_response_size\","
                                + " \"http_response_read\", \"http_response_read_at\", \"http_response_headers\","
                                + " \"last_error\"]\n")
                .orThrow();
        return sandbox.load(
                manifest,
                module,
                LoadOptions.standard()
                        .withLimit(LimitName.WALL_TIME, FIVE_MINUTES)
                        .withLimit(LimitName.COMPILE, FIVE_MINUTES));
    }

    private static String told(LoadResult result) {
        return result instanceof LoadResult.Refused refused ? told(refused.failure()) : "loaded";
    }

    private static String told(Outcome outcome) {
        return outcome instanceof Outcome.Failed failed ? told(failed.failure()) : "succeeded";
    }

    private static String told(Failure failure) {
        Map<String, Object> details = failure.details();
        return failure.failureClass().wireName() + " " + details.getOrDefault("limit", failure.message()) + " "
                + details.getOrDefault("aspect", "");
    }

    /** Returns a guest that grows its memory to its limit of 64 MiB, writes to all of it, and answers. */
    private static byte[] filling() {
        byte[] answer = ANSWER.getBytes(StandardCharsets.UTF_8);
        ModuleBuilder module = new ModuleBuilder();
        int write = module.type(new int[] {I32, I32, I32, I32}, I32);
        module.importing("wasi_snapshot_preview1", "fd_write", 0, w -> w.u32(write));
        int start = module.function(module.type(new int[] {}), w -> {
            w.opcode(Opcode.LOOP).u8(EMPTY);
            w.opcode(Opcode.I32_CONST).s64(1).opcode(Opcode.MEMORY_GROW).u8(0);
            w.opcode(Opcode.I32_CONST)
                    .s64(-1)
                    .opcode(Opcode.I32_NE)
                    .opcode(Opcode.BR_IF)
                    .u32(0)
                    .opcode(Opcode.END);
            w.opcode(Opcode.I32_CONST).s64(1024).opcode(Opcode.I32_CONST).s64(85);
            w.opcode(Opcode.MEMORY_SIZE)
                    .u8(0)
                    .opcode(Opcode.I32_CONST)
                    .s64(65_536)
                    .opcode(Opcode.I32_MUL);
            w.opcode(Opcode.I32_CONST)
                    .s64(1024)
                    .opcode(Opcode.I32_SUB)
                    .opcode(Opcode.MEMORY_FILL)
                    .u8(0);
            w.opcode(Opcode.I32_CONST)
                    .s64(1)
                    .opcode(Opcode.I32_CONST)
                    .s64(0)
                    .opcode(Opcode.I32_CONST)
                    .s64(1);
            w.opcode(Opcode.I32_CONST)
                    .s64(8)
                    .opcode(Opcode.CALL)
                    .u32(0)
                    .opcode(Opcode.DROP)
                    .opcode(Opcode.END);
        });
        return module.memory(w -> w.u8(0).u32(1))
                .data(w -> w.u32(0)
                        .opcode(Opcode.I32_CONST)
                        .s64(0)
                        .opcode(Opcode.END)
                        .u32(16L + answer.length)
                        .u8(16)
                        .u8(0)
                        .u8(0)
                        .u8(0)
                        .u8(answer.length)
                        .u8(0)
                        .u8(0)
                        .u8(0)
                        .u8(0)
                        .u8(0)
                        .u8(0)
                        .u8(0)
                        .u8(0)
                        .u8(0)
                        .u8(0)
                        .u8(0)
                        .copy(answer, 0, answer.length))
                .exporting("_start", 0, start + 1) // the import comes first
                .build();
    }
}
