package dev.airlock.benchmarks.peers.jvm;

import com.dylibso.chicory.runtime.Instance;
import dev.airlock.sandbox.engine.PlainCommand;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** The engine as shown in its documentation: its compiler, its memory, its WASI, no limits. */
final class ChicoryHost implements GuestHost {
    private final byte[] stdin;

    ChicoryHost(byte[] stdin) {
        this.stdin = stdin;
    }

    @Override
    public String version() {
        return "Chicory "
                + Optional.ofNullable(Instance.class.getPackage().getImplementationVersion())
                        .orElse(versionOfItsJar())
                + " on Java " + Runtime.version();
    }

    private static String versionOfItsJar() {
        String jar = Instance.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath();
        return jar.replaceAll(".*/runtime-(.*)\\.jar", "$1");
    }

    @Override
    public LoadPhases phases(byte[] module) {
        return LoadPhases.of(() -> PlainCommand.parse(module), PlainCommand.Parsed::compile);
    }

    @Override
    public Guest load(byte[] module) {
        PlainCommand command = PlainCommand.of(module);
        return () -> new String(command.run(stdin), StandardCharsets.UTF_8);
    }

    @Override
    public Guest loadCompiled(byte[] module) {
        return load(module);
    }

    @Override
    public void close() {}
}
