package dev.airlock.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.management.HotSpotDiagnosticMXBean;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.ManifestReader;
import dev.airlock.manifests.credentials.CredentialKind;
import dev.airlock.manifests.names.ConnectorIdentity;
import dev.airlock.runtime.CanarySuiteTest.Canaries;
import dev.airlock.runtime.bindings.BindingName;
import dev.airlock.runtime.bindings.BindingSecrets;
import dev.airlock.runtime.bindings.BindingTerms;
import dev.airlock.runtime.vault.Vault;
import dev.airlock.sandbox.api.LoadOptions;
import dev.airlock.upstreams.ScriptedUpstream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks which secrets a process still holds after everything is closed, by a dump of its heap. The process's service returns each secret
 * in every form that the redactor promises to find, and at the end often enough to fill the HTTP client's buffers.
 */
class AfterCloseTest {
    @TempDir
    private Path folder;

    @Test
    void nothingHoldsASecretOnceEverythingIsClosed() throws Exception {
        String heap = heapOf("close");

        assertThat(heap).as("the heap is searched").contains(HostProcess.STILL_HELD);
        for (CredentialKind kind : CredentialKind.values()) {
            for (String form : Canaries.of(kind).forms()) {
                assertThat(heap.contains(form)).as(form).isFalse();
            }
        }
        String passphrase = HostProcess.passphrase();
        assertThat(heap.contains(passphrase)).as("the passphrase").isFalse();
        assertThat(heap.contains(String.join("\0", passphrase.split(""))))
                .as("its characters")
                .isFalse();
    }

    @Test
    void whatIsNotClosedIsFoundInTheSameWay() throws Exception {
        String heap = heapOf("leave open");

        for (CredentialKind kind : CredentialKind.values()) {
            assertThat(Canaries.of(kind).forms()).as(kind.word()).anyMatch(heap::contains);
        }
    }

    private String heapOf(String end) throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Dairlock.root=" + System.getProperty("airlock.root"),
                        "-cp",
                        System.getProperty("java.class.path"),
                        HostProcess.class.getName(),
                        folder.toString(),
                        end)
                .inheritIO()
                .start();
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).isZero();
        return Files.readString(folder.resolve("heap.hprof"), StandardCharsets.ISO_8859_1);
    }

    /** A host that calls a connector with each kind of credential, and dumps its heap after closing everything, or nothing. */
    static final class HostProcess {
        static final String STILL_HELD =
                new StringBuilder("dleh llits").reverse().toString();
        private static final List<AutoCloseable> OPEN = new ArrayList<>();

        private HostProcess() {}

        public static void main(String[] args) throws Exception {
            Path folder = Path.of(args[0]);
            for (CredentialKind kind : CredentialKind.values()) {
                use(kind, folder);
            }
            if (args[1].equals("close")) {
                for (AutoCloseable open : OPEN) {
                    open.close();
                }
                OPEN.clear();
                collect();
            }
            ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                    .dumpHeap(folder.resolve("heap.hprof").toString(), true);
            System.exit(0);
        }

        /** Collects garbage. TLS sockets wait for their finalizer, and until then keep everything that they reference. */
        private static void collect() {
            for (int i = 0; i < 3; i++) {
                System.gc();
                System.runFinalization();
            }
        }

        /** Returns the passphrase without a constant, which the heap would contain. */
        static String passphrase() {
            return new StringBuilder(CanarySuiteTest.PASSPHRASE).reverse().toString();
        }

        /** Puts one credential into the URL, and one into a cookie. */
        private static String slot(CredentialKind kind) {
            return switch (kind) {
                case API_KEY -> "slot = \"query:apikey\"\n";
                case BEARER -> "slot = \"cookie:session\"\n";
                case OAUTH2, BASIC, AWS_SIGV4 -> "";
            };
        }

        private static void use(CredentialKind kind, Path folder) throws Exception {
            Canaries canaries = Canaries.of(kind);
            byte[] written = (CanarySuiteTest.manifestText(kind) + slot(kind)).getBytes(StandardCharsets.UTF_8);
            ConnectorManifest manifest =
                    ManifestReader.read("manifest.toml", written).orThrow();
            ConnectorIdentity identity =
                    new ConnectorIdentity.Unsigned(manifest.connector().name(), folder);
            Vault vault = Vault.create(
                    folder.resolve("vault-" + kind.word()), passphrase().toCharArray());
            ScriptedUpstream upstream = CanarySuiteTest.upstream(canaries);
            Airlock airlock = Airlock.builder()
                    .vault(vault)
                    .dialer(ScriptedWorld.dialer(upstream))
                    .build();
            OPEN.addAll(List.of(upstream, airlock, vault));
            try (BindingSecrets secrets = canaries.secrets()) {
                airlock.bindings()
                        .orElseThrow()
                        .bind(new BindingName(kind, "canary", "default"), BindingTerms.of(identity, manifest), secrets);
            }
            HostedConnector spy = airlock.load(
                            written,
                            Files.readAllBytes(CanarySuiteTest.SPY),
                            LoadOptions.standard().withIdentity(identity))
                    .orThrow();
            ObjectNode requests = CanarySuiteTest.requests(kind, canaries);
            requests.withArray("requests").add(CanarySuiteTest.get("/many", Optional.of(kind)));
            CallResult result = airlock.call(spy, CallRequest.of("show", requests));
            if (result.output().isEmpty()) {
                throw new IllegalStateException(result.toString());
            }
        }
    }
}
