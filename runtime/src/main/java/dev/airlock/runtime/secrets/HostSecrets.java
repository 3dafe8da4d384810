package dev.airlock.runtime.secrets;

import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.credentials.CredentialKind;
import dev.airlock.manifests.credentials.DeclaredCredentials;
import dev.airlock.manifests.credentials.NamedCredential;
import dev.airlock.manifests.names.ConnectorIdentity;
import dev.airlock.sandbox.api.Cancellation;
import dev.airlock.sandbox.budget.Deadline;
import dev.airlock.sandbox.host.credentials.CredentialAnswer;
import dev.airlock.sandbox.host.credentials.CredentialSource;
import dev.airlock.sandbox.host.credentials.Secret;
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

/** One connector's credentials in the host's store. Each call has its own view of them. Thread-safe. */
final class HostSecrets implements CredentialSource {
    /** The maximum number of unanswered questions, each of which holds a thread. After that the store is not asked any more. */
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

    /** A secret that other calls may use until a time, by {@link Clock#monotonicNanos}. */
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

    /** Returns the connector's name. */
    String connector() {
        return manifest.connector().name().toString();
    }

    ConnectorManifest manifest() {
        return manifest;
    }

    SecretRenewal renewal() {
        return renewal;
    }

    /** Returns the store's answer, or a recent one that it allowed to be kept. */
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

    /** Returns whether too many abandoned questions are unanswered, so that no other may be asked. */
    boolean isOverdue() {
        return overdue.get() >= MOST_OVERDUE;
    }

    /** Counts a question whose answer is abandoned. */
    void gaveUp() {
        overdue.incrementAndGet();
    }

    /** Counts the end of a thread with an abandoned question. */
    void cameBack() {
        overdue.decrementAndGet();
    }

    /** Forgets the kept secrets, and keeps none from now on. */
    void forget() {
        closed = true;
        kept.clear();
    }

    /** Reports to the host why its store did not answer. */
    void failed(Throwable why) {
        faults.accept("secrets", why);
    }
}
