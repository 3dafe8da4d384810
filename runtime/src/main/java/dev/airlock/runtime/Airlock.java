package dev.airlock.runtime;

import dev.airlock.failures.AuditId;
import dev.airlock.manifests.actions.Action;
import dev.airlock.runtime.actions.ActionCall;
import dev.airlock.runtime.actions.ActionOutcome;
import dev.airlock.runtime.actions.source.ConnectorFiles;
import dev.airlock.runtime.actions.tools.ActionTools;
import dev.airlock.runtime.actions.tools.ConnectorOffer;
import dev.airlock.runtime.actions.tools.ConnectorToolOptions;
import dev.airlock.runtime.audit.AuditLog;
import dev.airlock.runtime.bindings.Bindings;
import dev.airlock.runtime.recovery.call.Target;
import dev.airlock.runtime.recovery.store.ReviewStore;
import dev.airlock.sandbox.api.LoadOptions;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A runtime for connectors inside a host agent. It loads a connector once and calls it any number of times, with recovery, bindings and an
 * audit log.
 *
 * <pre>{@code
 * try (Airlock airlock = Airlock.builder().home(Path.of("airlock")).build()) {
 *     HostedConnector tracker = airlock.load(Path.of("connectors/tracker")).orThrow();
 *     CallResult result = airlock.call(tracker, CallRequest.of("list_issues", args));
 * }
 * }</pre>
 *
 * <p>This is an interface so that a container can put its own proxy in front of it. {@link AirlockBuilder} makes the only implementation.
 * Thread-safe. Two runtimes are independent of each other, except for the heap budget of their calls, which the JVM shares.
 */
public interface Airlock extends AutoCloseable {
    /** Returns settings, each with a default. The defaults keep everything in memory and bind no credential. */
    static AirlockBuilder builder() {
        return AirlockBuilder.standard();
    }

    /**
     * Loads the connector in a folder, from {@code manifest.toml} and {@code connector.wasm}. The files are unsigned, so the folder is part
     * of the connector's identity: another folder with the same name is another connector.
     *
     * @throws IOException if a file cannot be read
     * @throws IllegalStateException if this is closed
     */
    default LoadOutcome load(Path folder) throws IOException {
        return load(folder, LoadOptions.standard());
    }

    /**
     * Loads the connector in a folder, with options.
     *
     * @param options if they name no identity or no credentials, the folder's identity and the credentials of its bindings are used
     */
    LoadOutcome load(Path folder, LoadOptions options) throws IOException;

    /**
     * Loads a connector from bytes.
     *
     * @param manifest the text of the manifest, unchanged
     * @param module the WebAssembly module
     * @param options must name the connector's identity
     * @throws IllegalArgumentException if the options name no identity, or an option's limit lies outside its range
     * @throws IllegalStateException if this is closed
     */
    LoadOutcome load(byte[] manifest, byte[] module, LoadOptions options);

    /**
     * Loads a connector that {@code airlock install} put into {@link AirlockBuilder#home}. Hashes its bytes and checks its signatures
     * against the keyring in that folder. Refuses a connector that was altered, or that no trusted key signed.
     *
     * @param reference the connector's name and version, {@code github://acme/slack@1.2.0}
     * @throws NoSuchFileException if it is not installed
     * @throws IOException if the store or the keyring cannot be read
     * @throws IllegalArgumentException if the reference is no name with a version
     * @throws IllegalStateException if there is no home, or this is closed
     */
    LoadOutcome loadInstalled(String reference) throws IOException;

    /**
     * Makes a call and recovers from its failures where that is possible. Never throws because of a connector or the outside world.
     * Interrupting the calling thread cancels the call; the interrupt flag stays set.
     *
     * @throws IllegalStateException if this or the connector is closed
     */
    CallResult call(HostedConnector connector, CallRequest request);

    /**
     * Makes a call on another thread. Cancelling the future, or completing it in any other way ({@code orTimeout} does), cancels the call.
     *
     * @return completes with a {@link CallResult}; completes exceptionally only for mistakes of the caller
     */
    CompletableFuture<CallResult> callAsync(HostedConnector connector, CallRequest request);

    /**
     * Loads a connector for one call, and makes the call. The record of the call begins in parallel with the load, and always gets an
     * outcome: if the connector cannot be loaded, the call failed.
     *
     * @param connector the connector's bytes, with a valid manifest
     * @param options how it is loaded; if they name no identity, the identity of the bytes is used, and if they name no credentials, those
     *     of its bindings
     * @throws IllegalArgumentException if the manifest has problems, a setting has no value, neither the bytes nor the options name an
     *     identity, or an option's limit lies outside its range; then nothing was done
     * @throws IllegalStateException if this is closed
     */
    CallResult call(ConnectorFiles connector, LoadOptions options, CallRequest request);

    /**
     * Undoes a successful call, once, by the operation that the connector's manifest declares for it.
     *
     * @param connector the connector that made the call
     * @param call the call's audit id
     * @param reason why it is undone, for the record and for the operation
     * @throws dev.airlock.runtime.recovery.store.StoreUnavailableException if the recovery store cannot be read; then nothing was done
     */
    default CallResult reverse(HostedConnector connector, AuditId call, String reason) {
        return call(connector, CallRequest.reversing(call, reason));
    }

    /** Returns whether a call can still be undone. Returns false if the store cannot be read. */
    boolean isReversible(AuditId call);

    /** Returns one operation of a connector, for instance as the fallback of a step: {@code StepDeclaration.NONE.orElse(target, args)}. */
    Target target(HostedConnector connector, String op);

    /**
     * Runs an action. Never throws because of an argument, a connector or the outside world. The connectors that it pins come from
     * {@link AirlockBuilder#connectors}. The action and each of its steps are calls in the audit log.
     *
     * @throws IllegalStateException if this is closed
     */
    ActionOutcome action(ActionCall call);

    /** Runs an action on another thread. Cancelling the future cancels the action. */
    CompletableFuture<ActionOutcome> actionAsync(ActionCall call);

    /**
     * Returns actions as the tools of an agent.
     *
     * @throws IllegalArgumentException if two have the same name
     */
    ActionTools tools(Collection<Action> actions);

    /**
     * Examines a connector whose operations may become tools of an agent, so that the host can decide about it. Grants nothing.
     *
     * @param reference the connector's name and version, {@code github://acme/slack@1.2.0}; looked up in {@link AirlockBuilder#connectors}
     * @throws IllegalArgumentException saying why it cannot be used: it is missing, has problems, or has another hash than the options name
     */
    ConnectorOffer offer(String reference, ConnectorToolOptions options);

    /**
     * Returns operations of connectors as the tools of an agent. Calling this method is the host's consent, and the audit log keeps it. The
     * tools are pinned to the content hash of the offer; a connector that changed is {@code hash_mismatch}.
     *
     * @throws IllegalArgumentException if two have the same name
     * @throws IllegalStateException if there is an audit log and it cannot keep the consent
     */
    ActionTools connectorTools(ConnectorOffer... offers);

    /** Returns the bindings of the vault; empty without a vault. */
    Optional<Bindings> bindings();

    /**
     * Returns the audit log. Use it to read, verify and prune records, and to record consents.
     *
     * @throws IllegalStateException if there is none, or it could not be opened
     */
    AuditLog audit();

    /** Returns the failures that wait for a person. */
    ReviewStore reviews();

    /**
     * Waits until each loaded connector is compiled or will certainly not be, for at most its limit {@code compile}. The cache then holds
     * the compiled code for the next process.
     *
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    void awaitCompilation() throws InterruptedException;

    /**
     * Closes the runtime: admits no more calls, cancels running ones and waits for them, and closes open resources. Returns within
     * {@link AirlockBuilder#closeWithin}, whatever connectors and storage do. A second call does nothing. Code that runs inside a call,
     * such as a listener, may close the runtime too; it does not wait for that call.
     */
    @Override
    void close();
}
