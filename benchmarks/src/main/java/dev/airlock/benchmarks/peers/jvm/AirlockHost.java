package dev.airlock.benchmarks.peers.jvm;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.sandbox.Sandbox;
import dev.airlock.sandbox.api.Call;
import dev.airlock.sandbox.api.LoadOptions;
import dev.airlock.sandbox.api.Outcome;
import dev.airlock.sandbox.budget.LoadBudget;
import dev.airlock.sandbox.cache.CodeCache;
import dev.airlock.sandbox.engine.Engine;
import dev.airlock.sandbox.engine.PreparedModule;
import dev.airlock.sandbox.engine.Tier;
import dev.airlock.sandbox.engine.parse.InvalidModuleException;
import dev.airlock.sandbox.load.Connector;
import dev.airlock.sandbox.load.LoadResult;
import dev.airlock.sandbox.metering.FuelMetering;
import dev.airlock.sandbox.wasm.WasmModuleReader;
import dev.airlock.sandbox.wasm.format.ModuleLimits;
import dev.airlock.sandbox.wasm.format.ModuleRefused;
import java.time.Duration;
import java.util.Optional;

/** Airlock as embedded in a host agent, with its limits on. */
final class AirlockHost implements GuestHost {
    private static final Duration COMPILATION = Duration.ofMinutes(2);

    private final Sandbox sandbox;
    private final ConnectorManifest manifest;
    private final String op;
    private final ObjectNode args;
    private final String idempotencyKey;

    /** @param document the input that peers read on standard input; Airlock writes it itself from its parts */
    AirlockHost(ConnectorManifest manifest, ObjectNode document, Optional<CodeCache> cache) {
        Sandbox.Builder builder = Sandbox.builder();
        this.sandbox = cache.map(builder::codeCache).orElse(builder).build();
        this.manifest = manifest;
        this.op = document.path("op").asText();
        this.args = (ObjectNode) document.path("args");
        this.idempotencyKey = document.path("call").path("idempotency_key").asText();
    }

    @Override
    public String version() {
        return "Airlock on Java " + Runtime.version();
    }

    @Override
    public LoadPhases phases(byte[] module) {
        Engine engine = Engine.of(why -> {});
        return LoadPhases.of(() -> prepared(engine, module), AirlockHost::compile);
    }

    private static PreparedModule prepared(Engine engine, byte[] module) {
        try {
            var read = WasmModuleReader.read(module, ModuleLimits.DEFAULT);
            engine.validate(module, read, LoadBudget.endless());
            return engine.prepare(module, "", FuelMetering.rewrite(module, read), LoadBudget.endless());
        } catch (ModuleRefused | InvalidModuleException e) {
            throw new IllegalArgumentException("a module that Airlock does not take", e);
        }
    }

    private static void compile(PreparedModule prepared) {
        if (prepared.compiled(LoadBudget.endless()).isEmpty()) {
            throw new IllegalArgumentException("a module that the compiler does not take");
        }
    }

    @Override
    public Guest load(byte[] module) {
        return load(module, LoadOptions.standard());
    }

    @Override
    public Guest loadCompiled(byte[] module) {
        return load(module, LoadOptions.standard().withTier(Tier.COMPILED));
    }

    private Guest load(byte[] module, LoadOptions options) {
        LoadResult result = sandbox.load(manifest, module, options);
        if (result instanceof LoadResult.Loaded loaded) {
            return new Guest() {
                @Override
                public String call() {
                    return AirlockHost.this.call(loaded.connector());
                }

                @Override
                public boolean isCompiled() {
                    return loaded.connector().tier() == Tier.COMPILED;
                }

                @Override
                public void awaitCompiled() throws InterruptedException {
                    if (!loaded.connector().awaitCompilation(COMPILATION) || !isCompiled()) {
                        throw new IllegalStateException("a module that is not compiled in " + COMPILATION);
                    }
                }
            };
        }
        throw new IllegalStateException("the connector cannot be loaded: " + result);
    }

    private String call(Connector connector) {
        Call call = Call.of(op, args).withIdempotencyKey(idempotencyKey);
        Outcome outcome = sandbox.invoke(connector, call);
        if (outcome instanceof Outcome.Failed failed) {
            return failed.failure().message();
        }
        throw new IllegalStateException("a call of an unknown operation came to " + outcome);
    }

    @Override
    public void close() {
        sandbox.close();
    }
}
