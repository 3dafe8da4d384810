package dev.airlock.runtime;

import dev.airlock.failures.AuditId;
import dev.airlock.manifests.actions.Action;
import dev.airlock.runtime.actions.ActionCall;
import dev.airlock.runtime.actions.ActionOutcome;
import dev.airlock.runtime.actions.ConnectorFiles;
import dev.airlock.runtime.actions.tools.ActionTools;
import dev.airlock.runtime.actions.tools.ConnectorOffer;
import dev.airlock.runtime.actions.tools.ConnectorToolOptions;
import dev.airlock.runtime.audit.AuditLog;
import dev.airlock.runtime.bindings.Bindings;
import dev.airlock.runtime.recovery.Target;
import dev.airlock.runtime.recovery.store.ReviewStore;
import dev.airlock.sandbox.LoadOptions;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Connectors inside a host agent: loaded once, called as often as one likes, with recovery, bindings and an audit log.
 *
 * <pre>{@code
 * try (Airlock airlock = Airlock.builder().home(Path.of("airlock")).build()) {
 *     HostedConnector tracker = airlock.load(Path.of("connectors/tracker")).orThrow();
 *     CallResult result = airlock.call(tracker, CallRequest.of("list_issues", args));
 * }
 * }</pre>
 *
 * <p>An interface, so that a container can stand a proxy of its own before it; {@link AirlockBuilder} makes the only implementation.
 * Thread-safe. Two of them know nothing of each other, but for the heap that calls are admitted against, which is the JVM's.
 */
public interface Airlock extends AutoCloseable {
    /** Settings, each with a default: what is made of them as they are keeps everything in memory, and binds no credential. */
    static AirlockBuilder builder() {
        return AirlockBuilder.standard();
    }

    /**
     * Loads the connector in a folder, {@code manifest.toml} and {@code connector.wasm}. Nobody signed it, so it is the one that lies
     * there: another folder with the same name is another connector.
     *
     * @throws IOException if a file cannot be read
     * @throws IllegalStateException if this is closed
     */
    default LoadOutcome load(Path folder) throws IOException {
        return load(folder, LoadOptions.standard());
    }

    /**
     * The same with options.
     *
     * @param options where they name no identity and no credentials, those of the folder and of its bindings are used
     */
    LoadOutcome load(Path folder, LoadOptions options) throws IOException;

    /**
     * Loads a connector from bytes.
     *
     * @param manifest as it was written
     * @param module its WebAssembly
     * @param options have to say who the connector is
     * @throws IllegalArgumentException if they do not, or an option's limit lies outside its range
     * @throws IllegalStateException if this is closed
     */
    LoadOutcome load(byte[] manifest, byte[] module, LoadOptions options);

    /**
     * Loads a connector that {@code airlock install} put into {@link AirlockBuilder#home}. Its bytes are hashed, and its signatures held
     * against the keyring that lies there: what was altered, or is signed by nobody who is trusted for it, is refused.
     *
     * @param reference what it is called, {@code github://acme/slack@1.2.0}
     * @throws NoSuchFileException if it is not installed
     * @throws IOException if the store or the keyring cannot be read
     * @throws IllegalArgumentException if that is no name with a version
     * @throws IllegalStateException if there is no home, or this is closed
     */
    LoadOutcome loadInstalled(String reference) throws IOException;

    /**
     * Makes a call, and does about its failures what is to be done. Never throws for what a connector or the outside world did. An
     * interruption of the calling thread cancels the call and stays set.
     *
     * @throws IllegalStateException if this or the connector is closed
     */
    CallResult call(HostedConnector connector, CallRequest request);

    /**
     * The same on another thread. To cancel the future, or to complete it in any other way ({@code orTimeout} does), cancels the call.
     *
     * @return completes with a {@link CallResult}, exceptionally only for mistakes of the caller
     */
    CompletableFuture<CallResult> callAsync(HostedConnector connector, CallRequest request);

    /**
     * Makes a call of a connector that is loaded for it. The record of the call begins beside the load, and has its outcome in any case: a
     * connector that cannot be loaded makes it a call that failed.
     *
     * @param connector the connector's bytes, with a manifest that is right
     * @param options how it is loaded; where they name no identity, the one of the bytes is used, and where they name no credentials,
     *     those of its bindings
     * @throws IllegalArgumentException if the manifest has problems, a setting has no value, nobody says who the connector is, or an option's limit lies outside
     *     its range; then nothing was done
     * @throws IllegalStateException if this is closed
     */
    CallResult call(ConnectorFiles connector, LoadOptions options, CallRequest request);

    /**
     * Undoes a call that succeeded, once, by the operation that its connector's manifest declares for that.
     *
     * @param connector the one that made the call
     * @param call the call's audit id
     * @param reason why, for the record and for the operation
     * @throws dev.airlock.runtime.recovery.store.StoreUnavailableException if what recovery keeps cannot be read; then nothing was done
     */
    default CallResult reverse(HostedConnector connector, AuditId call, String reason) {
        return call(connector, CallRequest.reversing(call, reason));
    }

    /** Whether a call that was made can be undone, once; not if the store does not say so. */
    boolean isReversible(AuditId call);

    /** One operation of a connector, for instance as the fallback of a step: {@code StepDeclaration.NONE.orElse(target, args)}. */
    Target target(HostedConnector connector, String op);

    /**
     * Runs an action. Never throws for what a caller gave, a connector did or the outside world did. The connectors that it pins are
     * those of {@link AirlockBuilder#connectors}; it and each of its steps are calls in the audit log.
     *
     * @throws IllegalStateException if this is closed
     */
    ActionOutcome action(ActionCall call);

    /** The same on another thread. To cancel the future cancels the action. */
    CompletableFuture<ActionOutcome> actionAsync(ActionCall call);

    /**
     * Actions as the tools of an agent.
     *
     * @throws IllegalArgumentException if two have the same name
     */
    ActionTools tools(Collection<Action> actions);

    /**
     * Looks at a connector whose operations may become tools of an agent, for somebody to decide about. Nothing is granted yet.
     *
     * @param reference what it is called, {@code github://acme/slack@1.2.0}; looked for where {@link AirlockBuilder#connectors} says
     * @throws IllegalArgumentException saying why it cannot be used: it is not there, has problems, or has another hash than the options say
     */
    ConnectorOffer offer(String reference, ConnectorToolOptions options);

    /**
     * Operations of connectors as the tools of an agent: what the host opts in to, which the audit log keeps. They are pinned to the
     * content hash of the offer; a connector that changed is {@code hash_mismatch}.
     *
     * @throws IllegalArgumentException if two have the same name
     * @throws IllegalStateException if there is an audit log, and it cannot keep the consent
     */
    ActionTools connectorTools(ConnectorOffer... offers);

    /** The bindings of the vault; empty without one. */
    Optional<Bindings> bindings();

    /**
     * The audit log, to read, verify and prune it, and to record consents.
     *
     * @throws IllegalStateException if there is none, or it could not be opened
     */
    AuditLog audit();

    /** Failures that wait for a person. */
    ReviewStore reviews();

    /**
     * Waits until each connector that is loaded is compiled, or it is certain that it will not be, as long as its limit {@code compile}
     * permits: compiled code is in the cache then, for the next process.
     *
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    void awaitCompilation() throws InterruptedException;

    /**
     * Ends everything: no call begins any more, those that run are cancelled and waited for, and what is open is closed. Returns
     * within the time that {@link AirlockBuilder#closeWithin} sets, whatever connectors and storage do. A second time does nothing. Whoever
     * is called by a call, a listener for instance, may close too; that call is then not waited for.
     */
    @Override
    void close();
}
