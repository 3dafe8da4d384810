package dev.airlock.runtime.secrets;

import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.credentials.CredentialKind;
import dev.airlock.manifests.credentials.DeclaredCredentials;
import dev.airlock.manifests.credentials.NamedCredential;
import dev.airlock.manifests.names.ConnectorIdentity;
import dev.airlock.sandbox.Cancellation;
import dev.airlock.sandbox.host.credentials.CredentialAnswer;
import dev.airlock.sandbox.host.credentials.CredentialSource;
import dev.airlock.sandbox.host.credentials.Secret;
import dev.airlock.sandbox.load.Deadline;
import dev.airlock.sandbox.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;

/** One connector's credentials in the host's store. Each call sees them through a source of its own. Thread-safe. */
final class HostSecrets implements CredentialSource {
    /** So many questions may stay unanswered, each of which holds a thread, before none is asked any more. */
    static final int MOST_OVERDUE = 16;

    private final SecretStore store;
    private final SecretRenewal renewal;
    private final BiConsumer<String, Throwable> faults;
    private final ConnectorIdentity identity;
    private final ConnectorManifest manifest;
    private final Map<NamedCredential, Kept> kept = new ConcurrentHashMap<>();
    private final AtomicInteger overdue = new AtomicInteger();
    private volatile boolean closed;

    HostSecrets(
            SecretStore store,
            SecretRenewal renewal,
            BiConsumer<String, Throwable> faults,
            ConnectorIdentity identity,
            ConnectorManifest manifest) {
        this.store = store;
        this.renewal = renewal;
        this.faults = faults;
        this.identity = identity;
        this.manifest = manifest;
    }

    /** What the store lets other calls use until then, by {@link Clock#monotonicNanos}. */
    private record Kept(SecretStore.Answer answer, long until) {}

    @Override
    public CredentialSource forCall(Deadline call) {
        return new HeldSecrets(this, call);
    }

    @Override
    public CredentialAnswer find(CredentialKind kind, Deadline call) {
        return forCall(call).find(kind, call);
    }

    @Override
    public CredentialAnswer find(NamedCredential declared, Deadline call) {
        return forCall(call).find(declared, call);
    }

    @Override
    public List<Secret> secrets(CredentialKind kind) {
        return forCall(new UntilCancelled(new Cancellation())).secrets(kind);
    }

    @Override
    public List<Secret> secrets(DeclaredCredentials declared) {
        return forCall(new UntilCancelled(new Cancellation())).secrets(declared);
    }

    /** The connector's name. */
    String connector() {
        return manifest.connector().name().toString();
    }

    ConnectorManifest manifest() {
        return manifest;
    }

    SecretRenewal renewal() {
        return renewal;
    }

    /** What the store says, or said lately of what it lets be kept. */
    SecretStore.Answer ask(NamedCredential declared, boolean refused) throws Exception {
        Kept known = kept.get(declared);
        if (!refused && known != null && known.until() - Clock.SYSTEM.monotonicNanos() > 0) {
            return known.answer();
        }
        kept.remove(declared);
        SecretStore.Answer answer = store.find(new SecretStore.Wanted(
                identity,
                declared.kind(),
                declared.name(),
                Set.copyOf(manifest.capabilities().grants()),
                refused));
        if (answer instanceof SecretStore.Found found && found.keptFor().compareTo(Duration.ZERO) > 0 && !closed) {
            kept.put(
                    declared,
                    new Kept(found, Clock.SYSTEM.monotonicNanos() + TimeUnit.NANOSECONDS.convert(found.keptFor())));
        }
        return Optional.ofNullable(answer)
                .orElseThrow(() -> new IllegalStateException("the secret store gave no answer"));
    }

    /** Whether so many questions that nobody waits for any more are not answered yet that no other is to be asked. */
    boolean isOverdue() {
        return overdue.get() >= MOST_OVERDUE;
    }

    /** Nobody waits for the answer to a question any more. */
    void gaveUp() {
        overdue.incrementAndGet();
    }

    /** The thread that asked a question whose answer nobody waits for any more is over. */
    void cameBack() {
        overdue.decrementAndGet();
    }

    /** Forgets what the store let be kept, and keeps nothing from now on. */
    void forget() {
        closed = true;
        kept.clear();
    }

    /** Tells the host why its store did not say anything. */
    void failed(Throwable why) {
        faults.accept("secrets", why);
    }
}
