package dev.airlock.benchmarks;

import dev.airlock.failures.AuditId;
import dev.airlock.failures.Failure;
import dev.airlock.manifests.names.ConnectorReference;
import dev.airlock.registry.install.Installed;
import dev.airlock.registry.install.InstalledConnectors;
import dev.airlock.registry.packages.ConnectorPackage;
import dev.airlock.registry.packages.KeyringFile;
import dev.airlock.registry.packages.SigningKey;
import dev.airlock.registry.store.ConnectorStore;
import dev.airlock.runtime.files.IntegrityCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** The check of an unchanged installed connector before each attempt of a call: the file stamps of module, manifest and keyring. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(value = 10, jvmArgs = "-Xmx1g")
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 3, time = 300, timeUnit = TimeUnit.MILLISECONDS)
public class IntegrityBenchmark {
    private static final AuditId CALL = AuditId.random();

    private @Nullable Path home;
    private IntegrityCheck integrity = IntegrityCheck.NONE;

    /** Installs a connector and finds it, as a host does. */
    @Setup
    public void install() throws IOException {
        Path folder = Files.createTempDirectory("airlock-benchmark");
        home = folder;
        Path sample = Folder.SAMPLES.resolve(Sample.CHAT_POST_RUST.folderName());
        ConnectorStore.in(folder)
                .put(ConnectorPackage.unsigned(
                        Sample.CHAT_POST_RUST.module(), Files.readAllBytes(sample.resolve(ConnectorPackage.MANIFEST))));
        try (SigningKey somebody = SigningKey.generate()) {
            KeyringFile.in(folder).change(nobody -> nobody.with("github://some/body", somebody.publicKey()), () -> {});
        }
        ConnectorReference reference =
                Sample.CHAT_POST_RUST.manifest().connector().reference();
        if (!(new InstalledConnectors(folder).find(reference) instanceof Installed.Whole whole)) {
            throw new IllegalStateException(reference + " is not whole");
        }
        integrity = whole.integrity();
    }

    @TearDown
    public void remove() throws IOException {
        if (home != null) {
            try (Stream<Path> files = Files.walk(home)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    @Benchmark
    public Optional<Failure> look() {
        return integrity.failure(CALL);
    }
}
