package dev.airlock.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.AppenderBase;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.FailureEnvelope;
import dev.airlock.formats.json.StrictJson;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.ManifestReader;
import dev.airlock.manifests.credentials.CredentialKind;
import dev.airlock.manifests.names.ConnectorIdentity;
import dev.airlock.runtime.audit.AuditArchive;
import dev.airlock.runtime.audit.AuditLog;
import dev.airlock.runtime.audit.call.ArgumentPolicy;
import dev.airlock.runtime.audit.call.AuditedCalls;
import dev.airlock.runtime.audit.call.RecordedCall;
import dev.airlock.runtime.audit.event.AuditSubject;
import dev.airlock.runtime.audit.key.CheckpointKey;
import dev.airlock.runtime.audit.store.AuditStore;
import dev.airlock.runtime.audit.store.RecordFilter;
import dev.airlock.runtime.bindings.BindingName;
import dev.airlock.runtime.bindings.BindingSecrets;
import dev.airlock.runtime.bindings.BindingTerms;
import dev.airlock.runtime.bindings.Bindings;
import dev.airlock.runtime.oauth.TokenAnswer;
import dev.airlock.runtime.vault.Vault;
import dev.airlock.sandbox.Sandbox;
import dev.airlock.sandbox.api.Call;
import dev.airlock.sandbox.api.LoadOptions;
import dev.airlock.sandbox.api.Outcome;
import dev.airlock.sandbox.engine.Tier;
import dev.airlock.sandbox.host.credentials.CredentialSource;
import dev.airlock.sandbox.host.net.address.AddressRules;
import dev.airlock.sandbox.load.Connector;
import dev.airlock.sandbox.load.LoadResult;
import dev.airlock.sandbox.state.SqliteStateStore;
import dev.airlock.upstreams.ScriptedUpstream;
import dev.airlock.upstreams.script.ScriptReading;
import dev.airlock.upstreams.script.UpstreamScript;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.LoggerFactory;

/**
 * A connector that tries every way to see and to leak its credential, at a service that returns it in every form that the redactor promises
 * to find. The test searches each sink: outcome, envelope, logs at every level, standard streams, causes of faults, the audit log, which
 * also gets the secrets as arguments, the vault's files, its state, forwarded requests, and the guest's memory, which the connector itself
 * searches and a dump of the heap shows.
 */
class CanarySuiteTest {
    static final Path SPY = Path.of(System.getProperty("airlock.root"), "testdata", "canary", "spy-state.wasm");
    private static final String HOST = "api.example.com";
    /** The class with the memory of guests, which only the sandbox itself may name. */
    private static final String MEMORY = "dev.airlock.sandbox.engine.memory.PagedMemory";

    static final String PASSPHRASE = "canary-of-the-passphrase";

    @TempDir
    Path folder;

    private final ConcurrentLinkedQueue<String> logged = new ConcurrentLinkedQueue<>();
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final PrintStream out = System.out;
    private final PrintStream err = System.err;
    private final Logger root = Logger.getLogger("");
    private final Level level = root.getLevel();
    private final ch.qos.logback.classic.Logger slf4j =
            (ch.qos.logback.classic.Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    private final ch.qos.logback.classic.Level slf4jLevel = slf4j.getLevel();
    private final AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
            logged.add(event.getLevel() + " " + event.getFormattedMessage() + " " + event.getMDCPropertyMap() + " "
                    + ThrowableProxyUtil.asString(event.getThrowableProxy()));
        }
    };
    private final Handler listener = new Handler() {
        @Override
        public void publish(LogRecord entry) {
            logged.add(entry.getMessage() + " " + stack(entry.getThrown()));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void listen() {
        root.setLevel(Level.ALL);
        root.addHandler(listener);
        appender.start();
        slf4j.addAppender(appender);
        slf4j.setLevel(ch.qos.logback.classic.Level.TRACE);
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        System.setErr(new PrintStream(printed, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void stopListening() {
        System.setOut(out);
        System.setErr(err);
        root.removeHandler(listener);
        root.setLevel(level);
        slf4j.setLevel(slf4jLevel);
        slf4j.detachAppender(appender);
    }

    @ParameterizedTest
    @EnumSource(CredentialKind.class)
    void noSecretGetsOut(CredentialKind kind) throws Exception {
        assertThatNoSecretGetsOut(kind, Place.STANDARD);
    }

    @ParameterizedTest
    @EnumSource(names = "STANDARD", mode = EnumSource.Mode.EXCLUDE)
    void noSecretGetsOutOfItsSlot(Place place) throws Exception {
        assertThatNoSecretGetsOut(CredentialKind.API_KEY, place);
    }

    /** The places where the secret is sent, and where the connector requests it. */
    enum Place {
        STANDARD("", "", ""),
        QUERY("slot = \"query:apikey\"\n", "", ""),
        COOKIE("slot = \"cookie:session\"\n", "", ""),
        PATH("slot = \"path:bot{key}\"\n", "/bot{key}", "/botcanary-api-key%2F7f3a%2B91%3Fbe%26Q%3Dc0ffee~value");

        private final String table;
        private final String asked;
        private final String sent;

        Place(String table, String asked, String sent) {
            this.table = table;
            this.asked = asked;
            this.sent = sent;
        }
    }

    private void assertThatNoSecretGetsOut(CredentialKind kind, Place place) throws Exception {
        Canaries canaries = Canaries.of(kind);
        ConnectorManifest manifest = ManifestReader.read("manifest.toml", manifestText(kind) + place.table)
                .orThrow();
        ConnectorIdentity identity =
                new ConnectorIdentity.Unsigned(manifest.connector().name(), folder);
        try (Vault vault = Vault.create(folder.resolve("vault.json"), PASSPHRASE.toCharArray());
                Bindings bindings = Bindings.of(vault, AddressRules.publicOnly());
                SqliteStateStore state = SqliteStateStore.in(folder.resolve("state.db"));
                ScriptedUpstream upstream = upstream(canaries, place)) {
            LoggerFactory.getLogger("canary").trace("a line at TRACE is heard");
            try (BindingSecrets secrets = canaries.secrets()) {
                bindings.bind(new BindingName(kind, "canary", "default"), BindingTerms.of(identity, manifest), secrets);
            }
            List<Throwable> faults = new ArrayList<>();
            try (Sandbox sandbox = Sandbox.builder()
                            .codeCache(KeptCode.cache())
                            .dialer(ScriptedWorld.dialer(upstream))
                            .hostFaults((id, fault) -> faults.add(fault))
                            .state(state)
                            .build();
                    AuditLog log = audit(bindings.sourceFor(identity, manifest), kind)) {
                AuditedCalls calls = new AuditedCalls(log, ArgumentPolicy.VALUES);
                for (Tier tier : Tier.values()) {
                    LoadOptions options = LoadOptions.standard()
                            .withTier(tier)
                            .withCredentials(bindings.sourceFor(identity, manifest));
                    LoadResult loaded = sandbox.load(manifest, Files.readAllBytes(SPY), options);
                    for (String op : endings(tier)) {
                        Call call = Call.of(op, requests(kind, canaries, place));
                        AuditedCalls.Audited audited = begun(calls, call, canaries)
                                .make(() -> sandbox.invoke(((LoadResult.Loaded) loaded).connector(), call));
                        assertThat(audited.recorded()).isTrue();
                        Outcome outcome = audited.outcome();
                        assertThat(outcome)
                                .isInstanceOf(op.equals("show") ? Outcome.Succeeded.class : Outcome.Failed.class);
                        canaries.assertAbsent(op + ", outcome", shown(outcome));
                        assertThat(shown(outcome)).contains("[redacted]");
                        if (outcome instanceof Outcome.Succeeded good) {
                            assertThat(good.output().path("in_memory").asInt())
                                    .as("in memory")
                                    .isZero();
                        }
                    }
                }
            }
            assertRecorded(kind, canaries);
            canaries.assertSent(upstream, place);
            canaries.assertAbsent(
                    "faults", faults.stream().map(CanarySuiteTest::stack).collect(Collectors.joining()));
            canaries.assertAbsent("vault's list", bindings.list().toString());
        }
        assertThat(logged).anyMatch(line -> line.startsWith("TRACE a line at TRACE is heard"));
        canaries.assertAbsent("logs", String.join("\n", logged));
        canaries.assertAbsent("state", kept());
        canaries.assertAbsent("standard streams", printed.toString(StandardCharsets.UTF_8));
        try (var files = Files.list(folder)) {
            for (Path file : files.toList()) {
                canaries.assertAbsent(file.toString(), Files.readString(file, StandardCharsets.ISO_8859_1));
            }
        }
    }

    /** The ways in which a call may end. Interpreted calls are slow, so only the full run has all of them. */
    private static List<String> endings(Tier tier) {
        return tier == Tier.COMPILED || Boolean.getBoolean("airlock.full")
                ? List.of("show", "error", "trap", "exit", "garbage")
                : List.of("show", "trap");
    }

    private AuditLog audit(CredentialSource source, CredentialKind kind) {
        return AuditLog.builder(AuditStore.sqlite(folder.resolve("audit.db")), CheckpointKey.ephemeral())
                .redactor(() -> source.redactor(kind))
                .build();
    }

    /** Begins a call whose caller has put every form of every secret wherever a caller can put text. */
    private static RecordedCall begun(AuditedCalls calls, Call call, Canaries canaries) {
        String value = canaries.values().get(0);
        ObjectNode args = call.args().deepCopy();
        canaries.forms().forEach(form -> args.withArray("forms").add(form));
        args.putObject("deep").put(value, value);
        AuditSubject subject = new AuditSubject(
                call.auditId(),
                "somebody " + value,
                AuditSubject.ConnectorIdentity.named("local://tests/canary"),
                value);
        return calls.begin(subject, args, value);
    }

    /** Asserts that the log has the exchanges and the use of the binding, and none of the secrets. */
    private void assertRecorded(CredentialKind kind, Canaries canaries) {
        try (AuditStore store = AuditStore.sqlite(folder.resolve("audit.db"))) {
            List<String> lines = new ArrayList<>();
            new AuditArchive(store).export(RecordFilter.ALL, lines::add);
            String all = String.join("\n", lines);
            assertThat(all)
                    .contains("\"kind\":\"binding_use\"", "\"kind\":\"exchange\"", "[redacted]")
                    .contains("\"binding\":\"" + kind.word() + "/canary/default\"");
            canaries.assertAbsent("audit log", all);
        }
    }

    /** Checks the guest's memory in a dump of the heap, while the host handles the guest's credential. */
    @Test
    void noSecretIsInTheGuestsMemory() throws Exception {
        Canaries canaries = Canaries.of(CredentialKind.OAUTH2);
        ConnectorManifest manifest = manifest(CredentialKind.OAUTH2);
        ConnectorIdentity identity =
                new ConnectorIdentity.Unsigned(manifest.connector().name(), folder);
        try (Vault vault = Vault.create(folder.resolve("vault.json"), PASSPHRASE.toCharArray());
                Bindings bindings = Bindings.of(vault, AddressRules.publicOnly());
                ScriptedUpstream upstream = upstream(canaries);
                Sandbox sandbox = Sandbox.builder()
                        .codeCache(KeptCode.cache())
                        .dialer(ScriptedWorld.dialer(upstream))
                        .build()) {
            try (BindingSecrets secrets = canaries.secrets()) {
                bindings.bind(
                        new BindingName(CredentialKind.OAUTH2, "canary", "default"),
                        BindingTerms.of(identity, manifest),
                        secrets);
            }
            LoadOptions options = LoadOptions.standard().withCredentials(bindings.sourceFor(identity, manifest));
            Connector spy = ((LoadResult.Loaded) sandbox.load(manifest, Files.readAllBytes(SPY), options)).connector();
            ObjectNode args = requests(CredentialKind.OAUTH2, canaries);
            ((ArrayNode) args.get("requests")).add(get("/wait", Optional.of(CredentialKind.OAUTH2)));
            Call call = Call.of("show", args);
            CompletableFuture<Outcome> made = CompletableFuture.supplyAsync(() -> sandbox.invoke(spy, call));
            await().atMost(2, TimeUnit.MINUTES)
                    .until(() -> upstream.requests().stream()
                            .anyMatch(request -> request.path().equals("/wait")));

            HeapDump heap = HeapDump.take(folder.resolve("heap.hprof"));

            call.cancellation().cancel();
            assertThat(made.get()).isInstanceOf(Outcome.Cancelled.class);
            assertThat(heap.all())
                    .as("the host has it")
                    .anyMatch(text -> text.contains(canaries.values().get(0)));
            String all = String.join("", heap.of(MEMORY, "flat", "readable", "writable"));
            assertThat(all).as("it is the guest's memory").contains("path of no secret", "[redacted]");
            canaries.assertAbsent("memory", all);
        }
    }

    /** Returns all values and claims in the file of connectors' state. */
    private String kept() throws SQLException {
        StringBuilder all = new StringBuilder();
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("state.db"));
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select value from entry union all select key from claim")) {
            while (rows.next()) {
                all.append(new String(rows.getBytes(1), StandardCharsets.ISO_8859_1));
            }
        }
        assertThat(all).as("what the connector kept").contains("[redacted]");
        return all.toString();
    }

    /** Returns requests that make the service return everything, in bodies, headers, errors and redirects, and one that forwards it. */
    static ObjectNode requests(CredentialKind kind, Canaries canaries) {
        return requests(kind, canaries, Place.STANDARD);
    }

    private static ObjectNode requests(CredentialKind kind, Canaries canaries, Place place) {
        String base = place.asked;
        ObjectNode args = JsonNodeFactory.instance.objectNode();
        args.put("note", "path of no secret");
        ArrayNode requests = args.putArray("requests");
        for (int i = 0; i < canaries.forms().size(); i++) {
            requests.add(get(base + "/form/" + i, Optional.of(kind)));
        }
        for (String path : List.of("/error", "/redirect", "/reset", "/malformed")) {
            requests.add(get(base + path, Optional.of(kind)));
        }
        requests.add(get(base + "/redirect", Optional.of(kind)).put("follow_redirects", true));
        requests.add(get(base + "/form/0", Optional.empty()));
        requests.add(get("/form/1", Optional.empty()).put("unknown", true));
        requests.addObject()
                .put("method", "POST")
                .put("url", "https://" + HOST + "/relay")
                .put("body", "RELAY");
        return args;
    }

    static ObjectNode get(String path, Optional<CredentialKind> kind) {
        ObjectNode request = JsonNodeFactory.instance.objectNode().put("url", "https://" + HOST + path);
        kind.ifPresent(wanted -> request.put("credential", wanted.word()));
        return request;
    }

    static ScriptedUpstream upstream(Canaries canaries) throws Exception {
        return upstream(canaries, Place.STANDARD);
    }

    private static ScriptedUpstream upstream(Canaries canaries, Place place) throws Exception {
        String base = place.sent;
        StringBuilder script = new StringBuilder();
        List<String> forms = canaries.forms();
        for (int i = 0; i < forms.size(); i++) {
            script.append(rule(base + "/form/" + i, 200, forms.get(i), "X-Echo = " + quoted(forms.get(i))));
        }
        String value = canaries.values().get(0);
        script.append(rule(base + "/error", 503, value, "Retry-After = " + quoted(value)));
        script.append(rule(
                base + "/redirect", 302, "", "Location = " + quoted("https://" + HOST + base + "/?token=" + value)));
        script.append("[[exchange]]\nmatch = { path = \"" + base + "/reset\" }\nfault = \"reset\"\n");
        script.append("[[exchange]]\nmatch = { path = \"/wait\" }\nfault = \"stall\"\n");
        script.append("[[exchange]]\nmatch = { path = \"" + base + "/malformed\" }\nfault = \"malformed\"\n");
        script.append(base.isEmpty() ? "" : rule(place.asked + "/form/0", 200, forms.get(0), "X-Nothing = \"\""));
        script.append(rule("/relay", 200, "thank you", "X-Nothing = \"\""));
        script.append(rule("/many", 200, (value + " ").repeat(1_000), "X-Nothing = \"\""));
        ScriptReading reading = UpstreamScript.parse("upstream.toml", script.toString());
        assertThat(reading).isInstanceOf(ScriptReading.Valid.class);
        return ScriptedUpstream.start(((ScriptReading.Valid) reading).script(), List.of(HOST + ":443"));
    }

    private static String rule(String path, int status, String body, String header) {
        return "[[exchange]]\nmatch = { path = \"" + path + "\" }\nrespond = { status = " + status + ", headers = { "
                + header + " }, body = " + quoted(body) + " }\n";
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    private static ConnectorManifest manifest(CredentialKind kind) {
        return ManifestReader.read("manifest.toml", manifestText(kind)).orThrow();
    }

    static String manifestText(CredentialKind kind) {
        String more = switch (kind) {
            case OAUTH2 -> """
                    [capabilities.credential.oauth2]
                    authorize_url = "https://auth.example.com/authorize"
                    token_url = "https://auth.example.com/token"
                    client_id = "canaries"
                    scopes = ["all"]
                    """;
            case AWS_SIGV4 -> "[capabilities.credential.aws_sigv4]\nservice = \"s3\"\n";
            case API_KEY, BEARER, BASIC -> "";
        };
        return """
                        [connector]
                        name = "local://tests/canary"
                        version = "1.0.0"
                        [limits]
                        fuel = 100000000000
                        exchanges = 200
                        [capabilities.network]
                        hosts = ["api.example.com:443"]
                        [capabilities.runtime]
                        imports = ["log", "http_request", "http_response_status", "http_response_size",
                          "http_response_read", "http_response_read_at", "http_response_headers", "last_error",
                          "state_put", "once"]
                        [capabilities.state]
                        [capabilities.credential]
                        kind = "%s"
                        """.formatted(kind.word()) + more;
    }

    /** Returns all texts of an outcome. */
    private static String shown(Outcome outcome) {
        String all = outcome.toString();
        if (outcome instanceof Outcome.Failed failed) {
            return all + FailureEnvelope.write(failed.failure());
        }
        return all + StrictJson.write(((Outcome.Succeeded) outcome).output());
    }

    private static String stack(Throwable thrown) {
        StringWriter text = new StringWriter();
        if (thrown != null) {
            thrown.printStackTrace(new PrintWriter(text));
        }
        return text.toString();
    }

    /**
     * The secrets of one binding.
     *
     * @param kind the kind as which they are bound
     * @param values each secret value
     */
    record Canaries(CredentialKind kind, List<String> values) {
        static Canaries of(CredentialKind kind) {
            String base = "canary-" + kind.word().replace('_', '-') + "/7f3a+91?be&Q=c0ffee~";
            return new Canaries(
                    kind,
                    switch (kind) {
                        case OAUTH2 -> List.of(base + "access", base + "refresh", base + "client");
                        case AWS_SIGV4 -> List.of(base + "secret", base + "session");
                        case BASIC -> List.of(base + "value", base + "user");
                        case API_KEY, BEARER -> List.of(base + "value");
                    });
        }

        BindingSecrets secrets() {
            return switch (kind) {
                case API_KEY, BEARER -> BindingSecrets.of(kind, utf8(values.get(0)));
                case BASIC -> BindingSecrets.of(kind, utf8(values.get(1) + ":" + values.get(0)));
                case AWS_SIGV4 -> BindingSecrets.of(kind, utf8("AKIDEXAMPLE:" + values.get(0) + ":" + values.get(1)));
                case OAUTH2 ->
                    BindingSecrets.of(
                            new TokenAnswer.Tokens(
                                    utf8(values.get(0)),
                                    Optional.of(utf8(values.get(1))),
                                    Optional.of(Instant.parse("2999-01-01T00:00:00Z"))),
                            values.get(2));
            };
        }

        /** Returns every form of every secret that the redactor promises to find, as a service may return it. */
        List<String> forms() {
            List<String> forms = new ArrayList<>();
            for (String value : values) {
                forms.add("it is " + value + "!");
                forms.add(value.toUpperCase(Locale.ROOT));
                forms.add("user:" + value);
                forms.add("{\"token\":\"" + value.replace("/", "\\/") + "\"}");
                forms.add(value.chars()
                        .mapToObj(c -> String.format(Locale.ROOT, "\\u%04x", c))
                        .collect(Collectors.joining()));
                forms.add(value.replace("/", "%2F")
                        .replace("+", "%2B")
                        .replace("?", "%3f")
                        .replace("&", "%26"));
                forms.add(value.chars()
                        .mapToObj(c -> String.format(Locale.ROOT, "%%%02x", c))
                        .collect(Collectors.joining()));
                forms.add(HexFormat.of().formatHex(utf8(value)));
                forms.add(HexFormat.of().withUpperCase().formatHex(utf8(value)));
                for (String before : List.of("", "x", "xy")) {
                    byte[] shifted = utf8(before + value + "after");
                    forms.add(Base64.getEncoder().encodeToString(shifted));
                    forms.add(Base64.getUrlEncoder().withoutPadding().encodeToString(shifted));
                }
            }
            return forms;
        }

        /** Asserts that no form is there, in any case of letters, nor the word that they all contain. */
        void assertAbsent(String where, String text) {
            String lower = text.toLowerCase(Locale.ROOT);
            assertThat(lower.replace("local://tests/canary", "")
                            .replace("/canary/default", "")
                            .replace("canarysuitetest", ""))
                    .as(where)
                    .doesNotContain("canary");
            for (String form : forms()) {
                String core = form.length() > 24 ? form.substring(4, form.length() - 10) : form;
                assertThat(lower).as(where).doesNotContain(core.toLowerCase(Locale.ROOT));
            }
        }

        /** Asserts that the service got the credential, and only the host sent it. */
        void assertSent(ScriptedUpstream upstream, Place place) {
            if (place == Place.STANDARD) {
                assertAuthorized(upstream);
            } else {
                assertThat(upstream.requests())
                        .anyMatch(request -> (request.target()
                                        + request.headers().get("cookie"))
                                .contains(place == Place.COOKIE ? values.get(0) : "canary-api-key%2F7f3a%2B91"));
            }
            List<String> relayed = upstream.requests().stream()
                    .filter(request -> request.path().equals("/relay"))
                    .map(request -> request.body().text())
                    .toList();
            assertThat(relayed).isNotEmpty().allSatisfy(body -> {
                assertThat(body).contains("[redacted]");
                assertAbsent("what was sent on", body);
            });
        }

        private void assertAuthorized(ScriptedUpstream upstream) {
            List<String> authorizations = upstream.requests().stream()
                    .flatMap(request -> request.headers().getOrDefault("authorization", List.of()).stream())
                    .toList();
            String expected = switch (kind) {
                case API_KEY, BEARER, OAUTH2 -> "Bearer " + values.get(0);
                case BASIC -> "Basic " + Base64.getEncoder().encodeToString(utf8(values.get(1) + ":" + values.get(0)));
                case AWS_SIGV4 -> "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/";
            };
            assertThat(authorizations)
                    .isNotEmpty()
                    .allSatisfy(value -> assertThat(value).startsWith(expected));
        }

        private static byte[] utf8(String text) {
            return text.getBytes(StandardCharsets.UTF_8);
        }
    }
}
