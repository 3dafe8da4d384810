package dev.airlock.cli.documentation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.Failure;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.ManifestReader;
import dev.airlock.manifests.actions.Action;
import dev.airlock.manifests.actions.ActionReader;
import dev.airlock.manifests.limits.ByteSize;
import dev.airlock.manifests.limits.Limits;
import dev.airlock.runtime.Airlock;
import dev.airlock.runtime.AirlockBuilder;
import dev.airlock.runtime.CallRequest;
import dev.airlock.runtime.CallResult;
import dev.airlock.runtime.HostedConnector;
import dev.airlock.runtime.actions.ActionRunner;
import dev.airlock.runtime.actions.Approver;
import dev.airlock.runtime.actions.source.ConnectorFiles;
import dev.airlock.runtime.actions.tools.ActionTools;
import dev.airlock.runtime.actions.tools.ConnectorOffer;
import dev.airlock.runtime.actions.tools.ConnectorToolOptions;
import dev.airlock.runtime.actions.tools.RunnerTools;
import dev.airlock.runtime.actions.tools.ToolCall;
import dev.airlock.runtime.actions.tools.ToolResult;
import dev.airlock.runtime.actions.tools.catalog.ToolCatalog;
import dev.airlock.runtime.actions.tools.catalog.ToolDialect;
import dev.airlock.runtime.audit.key.CheckpointKey;
import dev.airlock.runtime.audit.store.AuditStore;
import dev.airlock.runtime.secrets.SecretStore;
import dev.airlock.sandbox.Sandbox;
import dev.airlock.sandbox.api.Call;
import dev.airlock.sandbox.api.Cancellation;
import dev.airlock.sandbox.api.LoadOptions;
import dev.airlock.sandbox.api.Outcome;
import dev.airlock.sandbox.cache.CodeCache;
import dev.airlock.sandbox.host.credentials.CredentialSource;
import dev.airlock.sandbox.load.Connector;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Predicate;

/** The Java code in the documentation. {@link DocumentationTest} compares the two. */
final class EmbeddingExample {
    static final Log LOG = (message, arguments) -> {};

    /** A logger of the embedder's. */
    interface Log {
        void error(String message, Object... arguments);
    }

    private EmbeddingExample() {}

    static String ask(Sandbox sandbox, Path folder, ObjectNode args) throws IOException {
        ConnectorManifest manifest =
                ManifestReader.read(folder.resolve("manifest.toml")).orThrow();
        byte[] module = Files.readAllBytes(folder.resolve("connector.wasm"));

        Outcome outcome = sandbox.load(manifest, module, LoadOptions.standard())
                .call(connector -> sandbox.invoke(connector, Call.of("find_country", args)));
        if (outcome instanceof Outcome.Succeeded succeeded) {
            return succeeded.output().toString();
        }
        return outcome instanceof Outcome.Failed failed ? explain(failed.failure()) : "cancelled";
    }

    static CallResult once(Path home, ConnectorFiles connector, CallRequest request) throws InterruptedException {
        try (Airlock airlock = Airlock.builder().home(home).withoutRecovery().start()) {
            CallResult result = airlock.call(connector, LoadOptions.standard(), request.inForeground());
            airlock.awaitCompilation(); // the next process finds compiled code, if there is a codeCache
            return result;
        }
    }

    static Airlock sharing(Path home, CheckpointKey key) throws IOException {
        return Airlock.builder()
                .home(home)
                .auditKey(key)
                .database("jdbc:postgresql://db/agent?user=agent")
                .build();
    }

    static Airlock shared(String password, CheckpointKey key) throws IOException {
        AuditStore log = AuditStore.at("jdbc:postgresql://db/agent", "agent", password);
        return Airlock.builder().audit(log).auditKey(key).build();
    }

    static CallResult greet(Airlock airlock, ObjectNode arguments) throws IOException {
        HostedConnector connector =
                airlock.loadInstalled("github://acme/greeter@1.2.0").orThrow();
        return airlock.call(connector, CallRequest.of("greet", arguments));
    }

    static ToolResult answer(ActionTools tools, ToolCall asked, Cancellation cancellation) {
        return tools.call(asked.actingFor("alice").inConversation("thread-42").inForeground(), cancellation);
    }

    static String explain(Failure failure) {
        return failure.failureClass().wireName() + ": " + failure.message();
    }

    static Sandbox careful(CodeCache cache, String apiKey) {
        return Sandbox.builder()
                .codeCache(cache)
                .policy(Limits.ceilings()
                        .with(LimitName.WALL_TIME, Duration.ofSeconds(10))
                        .with(LimitName.MEMORY, ByteSize.mib(32)))
                .credentials(CredentialSource.of(Map.of("api_key", apiKey)))
                .hostFaults((correlationId, fault) -> LOG.error("fault {}", correlationId, fault))
                .build();
    }

    static Outcome withinReach(Sandbox sandbox, Connector connector, Call call, Executor user) {
        user.execute(call.cancellation()::cancel);
        return sandbox.invoke(connector, call);
    }

    static ActionTools ofFiles(Airlock airlock, List<Path> files) {
        return airlock.tools(
                files.stream().map(file -> ActionReader.read(file).orThrow()).toList());
    }

    static ObjectNode turn(ActionTools tools, ObjectNode toolUse, String thread, Cancellation cancellation) {
        ToolCatalog catalog = ToolCatalog.of(tools, ToolDialect.ANTHROPIC);
        ToolResult result = tools.call(catalog.call(toolUse).inConversation(thread), cancellation);
        return catalog.result(toolUse, result);
    }

    static Approver desk(Function<String, CompletableFuture<String>> post) {
        return request -> post.apply(request.preview())
                .thenApply(answer -> answer.equals("yes")
                        ? Approver.Decision.approvedBy("alice")
                        : Approver.Decision.declinedBy("alice"));
    }

    static Optional<ActionTools> optIn(Airlock airlock, Predicate<List<String>> agrees) {
        ConnectorOffer offer = airlock.offer("github://acme/slack@1.2.0", ConnectorToolOptions.standard());
        return agrees.test(offer.lines()) ? Optional.of(airlock.connectorTools(offer)) : Optional.empty();
    }

    static AirlockBuilder withStore(Function<String, Optional<String>> manager) {
        return Airlock.builder()
                .secretStore(wanted -> manager.apply(wanted.connector().key() + " " + wanted.word())
                        .<SecretStore.Answer>map(SecretStore.Found::of)
                        .orElseGet(() -> new SecretStore.None("Ask your administrator for access.")));
    }

    static String act(ActionRunner runner, Action action, ToolCall call) {
        ActionTools tools = RunnerTools.of(runner, List.of(action));
        return tools.call(call, new Cancellation()).content();
    }
}
