package dev.airlock.runtime.secrets;

import dev.airlock.failures.text.ForeignText;
import dev.airlock.manifests.credentials.CredentialKind;
import dev.airlock.manifests.credentials.DeclaredCredentials;
import dev.airlock.manifests.credentials.NamedCredential;
import dev.airlock.sandbox.budget.Deadline;
import dev.airlock.sandbox.host.credentials.BoundCredential;
import dev.airlock.sandbox.host.credentials.CredentialAnswer;
import dev.airlock.sandbox.host.credentials.CredentialRefusedException;
import dev.airlock.sandbox.host.credentials.CredentialSource;
import dev.airlock.sandbox.host.credentials.Secret;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * One call's view, over all its attempts, of a connector's credentials in the host's store. Each is asked for once, and again after the
 * service rejected it. Answers are searched for everything that the store returned, until the call is over.
 */
final class HeldSecrets implements CredentialSource {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final HostSecrets secrets;
    private final Deadline wholeCall;
    private final Map<NamedCredential, Held> held = new HashMap<>();
    private final List<Secret> met = new ArrayList<>();

    HeldSecrets(HostSecrets secrets, Deadline wholeCall) {
        this.secrets = secrets;
        this.wholeCall = wholeCall;
    }

    /**
     * An answer of the store.
     *
     * @param asked the moment of the question, by {@link SecretRenewal#now}
     * @param said whether the store answered; if not, it is asked again once the failure was reported
     * @param told whether the failure was reported
     */
    private record Held(CredentialAnswer answer, long asked, boolean said, boolean told) {
        Held toTell() {
            return new Held(answer, asked, said, true);
        }
    }

    @Override
    public CredentialSource forCall(Deadline call) {
        return this;
    }

    @Override
    public CredentialAnswer find(CredentialKind kind, Deadline call) {
        return secrets.manifest()
                .capabilities()
                .credentials()
                .find(kind.word())
                .map(declared -> find(declared, call))
                .orElseGet(() -> new CredentialAnswer.Missing("The manifest declares none of that kind."));
    }

    @Override
    public CredentialAnswer find(NamedCredential declared, Deadline call) {
        return fetch(declared, call).answer();
    }

    @Override
    public List<Secret> secrets(CredentialKind kind) {
        return secrets(secrets.manifest().capabilities().credentials());
    }

    /**
     * Returns the secrets to search for. A failure of the store is reported by the exchange that needs the secret: nothing is sent if its
     * answer might contain an unknown secret.
     */
    @Override
    public List<Secret> secrets(DeclaredCredentials declared, Deadline call) {
        for (NamedCredential one : declared.all()) {
            Held known = fetch(one, call);
            if (!known.said() && known.answer() instanceof CredentialAnswer.Refused refused) {
                throw new CredentialRefusedException(one, refused);
            }
        }
        return known();
    }

    /** Returns the secrets to search for. After one unanswered question it does not ask for the others, which would take as long. */
    @Override
    public List<Secret> secrets(DeclaredCredentials declared) {
        boolean says = true;
        for (NamedCredential one : declared.all()) {
            says = says && held(one, wholeCall).said();
        }
        return known();
    }

    private List<Secret> known() {
        synchronized (held) {
            return List.copyOf(met);
        }
    }

    private Held fetch(NamedCredential declared, Deadline call) {
        Held known = held(declared, call);
        put(declared, known.toTell());
        return known;
    }

    private Held held(NamedCredential declared, Deadline call) {
        Optional<Held> known = known(declared);
        boolean refused = known.filter(one -> secrets.renewal()
                        .isRefusedSince(secrets.connector(), SecretRenewal.binding(declared.word()), one.asked()))
                .isPresent();
        if (known.isPresent() && !refused && (known.get().said() || !known.get().told())) {
            return known.get();
        }
        Held asked = ask(declared, refused && known.get().said(), call);
        put(declared, asked);
        return asked;
    }

    private Optional<Held> known(NamedCredential declared) {
        synchronized (held) {
            return Optional.ofNullable(held.get(declared));
        }
    }

    private void put(NamedCredential declared, Held answer) {
        synchronized (held) {
            held.put(declared, answer);
            if (answer.answer() instanceof CredentialAnswer.Bound bound) {
                bound.credential().secrets().stream()
                        .filter(secret -> !met.contains(secret))
                        .forEach(met::add);
            }
        }
    }

    private Held ask(NamedCredential declared, boolean refused, Deadline call) {
        long moment = secrets.renewal().now();
        if (secrets.isOverdue()) {
            return silent(declared, moment, "has not answered any of many requests yet", call);
        }
        CompletableFuture<SecretStore.Answer> answer = new CompletableFuture<>();
        Thread thread = new Thread(() -> ask(declared, refused, answer), "airlock-secrets");
        thread.setDaemon(true);
        thread.start();
        Runnable undo = call.onEnd(() -> giveUp(answer));
        long nanos = Math.max(1, Math.min(PATIENCE.toNanos(), call.remainingNanos()));
        try {
            return new Held(read(declared, answer.get(nanos, TimeUnit.NANOSECONDS)), moment, true, false);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return silent(declared, moment, "did not answer before the call ended", call);
        } catch (TimeoutException e) {
            return silent(declared, moment, "did not answer within " + shown(nanos), call);
        } catch (ExecutionException e) {
            secrets.failed(Optional.ofNullable(e.getCause()).orElse(e));
            return silent(declared, moment, "failed", call);
        } catch (CancellationException e) {
            return silent(declared, moment, "did not answer before the call ended", call);
        } finally {
            undo.run();
            giveUp(answer);
            thread.interrupt();
        }
    }

    private void giveUp(CompletableFuture<SecretStore.Answer> answer) {
        if (answer.cancel(false)) {
            secrets.gaveUp();
        }
    }

    private void ask(NamedCredential declared, boolean refused, CompletableFuture<SecretStore.Answer> answer) {
        boolean isWaitedFor;
        try {
            isWaitedFor = answer.complete(secrets.ask(declared, refused));
        } catch (Exception | Error e) { // otherwise its waiters would wait forever
            isWaitedFor = answer.completeExceptionally(e);
        }
        if (!isWaitedFor) {
            secrets.cameBack();
        }
    }

    private static String shown(long nanos) {
        Duration time = Duration.ofNanos(nanos);
        return time.toSeconds() > 0 ? time.toSeconds() + " s" : time.toMillis() + " ms";
    }

    /** Returns the result for a store that did not answer, unless the call is over. */
    private static Held silent(NamedCredential declared, long moment, String how, Deadline call) {
        call.check();
        return new Held(
                new CredentialAnswer.Refused(
                        SecretRenewal.binding(declared.word()),
                        "The host's secret store " + how + ".",
                        "Try again; if it fails again, see the host's log.",
                        true),
                moment,
                false,
                false);
    }

    private static CredentialAnswer read(NamedCredential declared, SecretStore.Answer answer) {
        if (answer instanceof SecretStore.None none) {
            return new CredentialAnswer.Missing(ForeignText.clean(none.next()));
        }
        String binding = SecretRenewal.binding(declared.word());
        byte[] text = ((SecretStore.Found) answer).text().getBytes(StandardCharsets.UTF_8);
        try {
            return new CredentialAnswer.Bound(
                    BoundCredential.of(declared.kind(), text), Optional.of(binding), Optional.empty(), "");
        } catch (IllegalArgumentException e) {
            return new CredentialAnswer.Refused(
                    binding,
                    "The host's secret store gave no usable secret of the kind "
                            + declared.kind().word() + ": " + e.getMessage() + ".",
                    "Correct it there.",
                    false);
        }
    }
}
