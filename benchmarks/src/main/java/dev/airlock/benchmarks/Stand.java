package dev.airlock.benchmarks;

import dev.airlock.sandbox.Sandbox;
import dev.airlock.sandbox.api.LoadOptions;
import dev.airlock.sandbox.api.Outcome;
import dev.airlock.sandbox.load.Connector;
import dev.airlock.sandbox.load.LoadResult;
import java.io.IOException;

/** A sample with its service. */
record Stand(SampleCall call, ServiceFixture stage, Sandbox sandbox, Connector connector) {
    static Stand of(SampleCall call, long delayMillis) throws IOException {
        Sample sample = call.sample();
        ServiceFixture stage = ServiceFixture.of(sample, delayMillis);
        Sandbox sandbox = Sandbox.builder()
                .dialer(stage.dialer())
                .credentials(stage.credentials())
                .build();
        LoadResult loaded = sandbox.load(sample.manifest(), sample.module(), LoadOptions.standard());
        if (loaded instanceof LoadResult.Loaded ready) {
            return new Stand(call, stage, sandbox, ready.connector());
        }
        throw new IllegalStateException(sample + " cannot be loaded: " + loaded);
    }

    Outcome invoke() {
        return sandbox.invoke(connector, call.call());
    }

    void close() {
        sandbox.close();
        stage.upstream().close();
    }
}
