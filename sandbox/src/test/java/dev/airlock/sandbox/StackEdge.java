package dev.airlock.sandbox;

import static dev.airlock.sandbox.wasm.ModuleBuilder.EMPTY;
import static dev.airlock.sandbox.wasm.ModuleBuilder.I32;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.limits.Limits;
import dev.airlock.sandbox.api.Call;
import dev.airlock.sandbox.api.LoadOptions;
import dev.airlock.sandbox.api.Outcome;
import dev.airlock.sandbox.engine.Tier;
import dev.airlock.sandbox.load.Connector;
import dev.airlock.sandbox.metering.StackFrames;
import dev.airlock.sandbox.wasm.ModuleBuilder;
import dev.airlock.sandbox.wasm.WasmModuleReader;
import dev.airlock.sandbox.wasm.format.ByteWriter;
import dev.airlock.sandbox.wasm.format.ModuleLimits;
import dev.airlock.sandbox.wasm.format.ModuleRefused;
import dev.airlock.sandbox.wasm.format.Opcode;
import java.nio.charset.StandardCharsets;

/**
 * Runs in its own JVM: goes down to the edge of the stack and calls the host there, before any host code has been used
 * in that JVM; then a little less deep, each time followed by a good call. Prints how each call ended.
 */
final class StackEdge {
    private static final int TOO_MANY = 3;
    private static final int SUCCESSES = 12;
    private static final int AT_REQUEST = 256;
    private static final String REQUEST = "{\"url\":\"https://api.example.com/page\"}";
    private static final int AT_OUTPUT = 512;
    private static final String OUTPUT = "{\"output\":{}}";
    private static final int VECTOR = 1024;

    private StackEdge() {}

    /** Arguments: the host function and the tier. */
    public static void main(String[] arguments) {
        Tier tier = Tier.valueOf(arguments[1]);
        ConnectorManifest manifest = Bench.networked("log", "http_request");
        try (Bench bench = Bench.plain()) {
            int succeeded = 0;
            for (int depth = tooDeep(arguments[0]); succeeded < SUCCESSES; depth--) {
                byte[] module = module(arguments[0], depth);
                Connector connector =
                        bench.load(manifest, module, LoadOptions.standard().withTier(tier));
                String termination = termination(bench.sandbox.invoke(connector, call()));
                String next = termination(bench.sandbox.invoke(
                        bench.loadGuest("echo", LoadOptions.standard().withTier(tier)), call()));
                System.out.println(depth + " " + termination + ", then " + next + ", faults " + bench.drainFaults());
                succeeded += termination.equals("succeeded") ? 1 : 0;
            }
        }
    }

    /** Returns a few calls more than the standard stack has room for. */
    private static int tooDeep(String function) {
        byte[] module = module(function, 1);
        try {
            long frame = StackFrames.bytes(
                    WasmModuleReader.read(module, ModuleLimits.DEFAULT).functionSize(1));
            return (int) (Limits.defaults().get(LimitName.STACK) / frame) + TOO_MANY;
        } catch (ModuleRefused e) {
            throw new AssertionError(e);
        }
    }

    private static Call call() {
        return Call.of("run", JsonNodeFactory.instance.objectNode());
    }

    private static String termination(Outcome outcome) {
        if (outcome instanceof Outcome.Failed failed) {
            return failed.failure().failureClass().wireName() + " "
                    + failed.failure().details().get("limit");
        }
        return outcome instanceof Outcome.Succeeded ? "succeeded" : "cancelled";
    }

    /** Returns a module whose {@code _start} goes down that deep, calls the host, comes back, and writes its output. */
    private static byte[] module(String function, int depth) {
        ModuleBuilder module = new ModuleBuilder().memory(w -> w.u8(0).u32(1));
        int four = module.type(new int[] {I32, I32, I32, I32});
        int fourForOne = module.type(new int[] {I32, I32, I32, I32}, I32);
        int twoForOne = module.type(new int[] {I32, I32}, I32);
        int nothing = module.type(new int[] {});
        int one = module.type(new int[] {I32});
        module.importing("airlock", "log", 0, w -> w.u32(four));
        module.importing("wasi_snapshot_preview1", "fd_write", 0, w -> w.u32(fourForOne));
        module.importing("airlock", "http_request", 0, w -> w.u32(twoForOne));
        module.function(nothing, w -> {
            w.opcode(Opcode.I32_CONST).s64(depth).opcode(Opcode.CALL).u32(4);
            write(w, 1).opcode(Opcode.END);
        });
        module.function(one, w -> {
            w.opcode(Opcode.LOCAL_GET).u32(0).opcode(Opcode.IF).u8(EMPTY);
            w.opcode(Opcode.LOCAL_GET).u32(0).opcode(Opcode.I32_CONST).s64(1).opcode(Opcode.I32_SUB);
            w.opcode(Opcode.CALL).u32(4).opcode(Opcode.ELSE);
            host(w, function).opcode(Opcode.END).opcode(Opcode.END);
        });
        module.exporting("_start", 0, 3);
        data(module, AT_REQUEST, REQUEST.getBytes(StandardCharsets.UTF_8));
        data(module, AT_OUTPUT, OUTPUT.getBytes(StandardCharsets.UTF_8));
        data(module, VECTOR, new byte[] {0, 2, 0, 0, (byte) OUTPUT.length(), 0, 0, 0});
        return module.build();
    }

    private static void data(ModuleBuilder module, int at, byte[] bytes) {
        module.data(w -> w.u32(0)
                .opcode(Opcode.I32_CONST)
                .s64(at)
                .opcode(Opcode.END)
                .u32(bytes.length)
                .copy(bytes, 0, bytes.length));
    }

    private static ByteWriter host(ByteWriter w, String function) {
        return switch (function) {
            case "log" ->
                constants(w, 0, 0, AT_OUTPUT, OUTPUT.length())
                        .opcode(Opcode.CALL)
                        .u32(0);
            case "fd_write" -> write(w, 2);
            default ->
                constants(w, AT_REQUEST, REQUEST.length())
                        .opcode(Opcode.CALL)
                        .u32(2)
                        .opcode(Opcode.DROP);
        };
    }

    private static ByteWriter write(ByteWriter w, int descriptor) {
        return constants(w, descriptor, VECTOR, 1, 2048)
                .opcode(Opcode.CALL)
                .u32(1)
                .opcode(Opcode.DROP);
    }

    private static ByteWriter constants(ByteWriter w, int... values) {
        for (int value : values) {
            w.opcode(Opcode.I32_CONST).s64(value);
        }
        return w;
    }
}
