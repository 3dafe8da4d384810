package dev.airlock.postgres.sharing;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.runtime.Airlock;
import dev.airlock.runtime.AirlockBuilder;
import dev.airlock.runtime.CallRequest;
import dev.airlock.runtime.CallResult;
import dev.airlock.runtime.HostedConnector;
import dev.airlock.runtime.audit.key.CheckpointKey;
import dev.airlock.runtime.audit.store.AuditStore;
import dev.airlock.runtime.recovery.keys.CallKeys;
import dev.airlock.sandbox.host.net.dial.ScriptedDialer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.cert.X509Certificate;
import java.util.Optional;
import java.util.Scanner;
import javax.net.ssl.X509TrustManager;

/** A host with a home of its own, as on a machine of its own. Runs in the test's process, or in one that can be stopped and killed. */
final class Host implements AutoCloseable {
    static final Path ERRANDS = Path.of(System.getProperty("airlock.root")).resolve("testdata/cli/errands");

    private final Airlock airlock;
    private final HostedConnector errands;

    private Host(AirlockBuilder settings, int upstream) throws IOException {
        InetSocketAddress service = new InetSocketAddress(InetAddress.getLoopbackAddress(), upstream);
        ScriptedDialer dialer = new ScriptedDialer((scheme, host) -> Optional.of(service), TRUSTING);
        this.airlock = settings.dialer(dialer).withoutCodeCache().build();
        this.errands = airlock.load(ERRANDS).orThrow();
    }

    /** Opens a host that shares everything that can be shared. */
    static Host sharing(String database, Path home, Path key, int upstream) throws IOException {
        shareCallsKey(home, key.resolveSibling("calls.key"));
        return new Host(
                Airlock.builder().home(home).auditKey(CheckpointKey.at(key)).database(database, "airlock", ""),
                upstream);
    }

    /** Opens a host that shares the audit log, and nothing else. */
    static Host sharingTheLog(String database, Path home, Path key, int upstream) throws IOException {
        return new Host(
                Airlock.builder()
                        .home(home)
                        .auditKey(CheckpointKey.at(key))
                        .audit(AuditStore.at(database, "airlock", "")),
                upstream);
    }

    /** Puts the secret of tool calls' keys into a home, as whoever sets up a second machine does. */
    private static void shareCallsKey(Path home, Path shared) throws IOException {
        String unused = CallKeys.at(shared).fingerprint();
        Path own = Files.createDirectories(home).resolve("calls.key");
        if (!Files.exists(own)) {
            Files.copy(shared, own, StandardCopyOption.COPY_ATTRIBUTES);
        }
    }

    Airlock airlock() {
        return airlock;
    }

    /** Runs errands, {@code METHOD[+place] /path}, with a comma between them, under a key. */
    CallResult run(String errand, String key) {
        return airlock.call(errands, CallRequest.of("run", args(errand)).withKey(key));
    }

    private static ObjectNode args(String errands) {
        ObjectNode args = JsonNodeFactory.instance.objectNode();
        ArrayNode all = args.putArray("errands");
        for (String errand : errands.split(", ")) {
            String[] words = errand.split(" ");
            String[] method = words[0].split("\\+");
            all.addObject()
                    .put("method", method[0])
                    .put("path", words[1])
                    .put("key", method.length > 1 ? method[1] : "none");
        }
        return args;
    }

    @Override
    public void close() {
        airlock.close();
    }

    /**
     * Runs a host that runs the errands that it is given, one a line: errand, then key. It prints a line for each.
     *
     * @param args the database's URL, the home, the file of the audit key, and the upstream's port
     */
    public static void main(String[] args) throws Exception {
        try (Host host = sharing(args[0], Path.of(args[1]), Path.of(args[2]), Integer.parseInt(args[3]));
                Scanner lines = new Scanner(System.in, StandardCharsets.UTF_8)) {
            System.out.println("ready");
            while (lines.hasNextLine()) {
                String[] words = lines.nextLine().split("\t");
                CallResult result = host.run(words[0], words[1]);
                System.out.println(describe(result));
            }
        }
    }

    /** Returns the end of a call in one line. */
    static String describe(CallResult result) {
        return result.failure()
                .map(failure -> "failed " + failure.details())
                .orElse(result.recorded().isPresent() ? "recorded" : "done");
    }

    /** Trusts the upstream of the test, whatever it shows. */
    private static final X509TrustManager TRUSTING = new X509TrustManager() {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String how) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String how) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    };
}
