package dev.airlock.runtime.bindings;

import dev.airlock.runtime.oauth.OAuthClient;
import dev.airlock.runtime.oauth.OAuthSettings;
import dev.airlock.runtime.oauth.TokenAnswer;
import dev.airlock.runtime.recovery.result.Result;
import dev.airlock.runtime.vault.Vault;
import dev.airlock.runtime.vault.VaultContent;
import dev.airlock.runtime.vault.VaultEntry;
import dev.airlock.runtime.vault.VaultUnusableException;
import dev.airlock.sandbox.api.Cancellation;
import dev.airlock.sandbox.budget.Deadline;
import dev.airlock.sandbox.host.credentials.Secret;
import dev.airlock.sandbox.time.Clock;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * Renews tokens: for each binding one renewal at a time, across threads and across processes that share the vault. It runs on its own
 * thread, not on a call's, because an aborted renewal could lose a token that the provider has just issued in place of the old one.
 */
final class TokenRenewal implements CredentialRefresh, AutoCloseable {
    /** How long to wait for another process that renews the same binding. */
    private static final Duration WAIT = Duration.ofSeconds(60);

    /**
     * The maximum number of renewals for one request. One that was already running may have accepted a token that is too old for this
     * request; then a second one follows.
     */
    private static final int MOST_TURNS = 2;

    private final Vault vault;
    private final OAuthClient client;
    private final Clock clock;
    private final Map<BindingName, CompletableFuture<Result>> running = new ConcurrentHashMap<>();
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "airlock-token");
        thread.setDaemon(true);
        return thread;
    });

    TokenRenewal(Vault vault, OAuthClient client, Clock clock) {
        this.vault = vault;
        this.client = client;
        this.clock = clock;
    }

    /**
     * Renews a binding if it is stale by then, and waits until the call has to end.
     *
     * @throws dev.airlock.sandbox.call.CallEnded if the call ends first; the renewal continues
     */
    Result renew(BindingName name, Predicate<Binding> isStale, Deadline call) {
        CompletableFuture<Result> mine = begin(name, isStale).copy();
        Runnable undo = call.onEnd(() -> mine.cancel(false));
        try {
            return await(mine, Math.max(0, call.remainingNanos()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            call.check();
            return new Result.Failed("it was interrupted");
        } catch (TimeoutException | CancellationException e) {
            call.check();
            return new Result.Failed("there was no time left for it");
        } finally {
            undo.run();
        }
    }

    @Override
    public boolean canRefresh(String binding) {
        try (VaultContent content = vault.read()) {
            return content.entry(binding)
                    .map(BindingDescription::read)
                    .filter(found -> found.renewable() && found.refused().isEmpty())
                    .isPresent();
        } catch (VaultUnusableException e) {
            return true; // unknown; the renewal reports the problem of the vault
        }
    }

    @Override
    public Result refresh(String binding, Instant attemptStarted, Duration atMost, Cancellation cancellation)
            throws InterruptedException {
        Optional<BindingName> name = BindingName.parse(binding).optional();
        if (name.isEmpty() || !canRefresh(binding)) {
            return new Result.Refused();
        }
        long end = clock.monotonicNanos() + atMost.toNanos();
        Predicate<Binding> isStale = found -> !found.renewed().isAfter(attemptStarted);
        for (int turn = 0; turn < MOST_TURNS; turn++) {
            Result result = awaited(name.get(), isStale, end - clock.monotonicNanos(), cancellation);
            if (!(result instanceof Result.Fresh) || !isStaleNow(name.get(), isStale)) {
                return result;
            }
        }
        return new Result.Failed("another process renewed it in the meantime, but too early for this call");
    }

    private Result awaited(BindingName name, Predicate<Binding> isStale, long nanos, Cancellation cancellation)
            throws InterruptedException {
        CompletableFuture<Result> mine = begin(name, isStale).copy();
        Runnable undo = cancellation.onCancel(() -> mine.cancel(false));
        try {
            return await(mine, Math.max(0, nanos));
        } catch (TimeoutException | CancellationException e) {
            return new Result.Failed("there was no time left for it");
        } finally {
            undo.run();
        }
    }

    private boolean isStaleNow(BindingName name, Predicate<Binding> isStale) {
        try (VaultContent content = vault.read()) {
            return content.entry(name.toString())
                    .map(BindingDescription::read)
                    .filter(isStale)
                    .isPresent();
        } catch (VaultUnusableException e) {
            return false; // the next attempt reports the problem of the vault
        }
    }

    /** Gives running renewals time to store their tokens. */
    @Override
    public void close() {
        threads.shutdown();
        try {
            boolean unused = threads.awaitTermination(1, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private CompletableFuture<Result> begin(BindingName name, Predicate<Binding> isStale) {
        return running.computeIfAbsent(name, unseen -> {
            CompletableFuture<Result> result = new CompletableFuture<>();
            threads.execute(() -> {
                try {
                    Result outcome = alone(name, isStale);
                    running.remove(name, result); // first, so that later callers begin a new renewal
                    result.complete(outcome);
                } catch (Throwable e) {
                    running.remove(name, result);
                    result.completeExceptionally(e);
                }
            });
            return result;
        });
    }

    private static Result await(CompletableFuture<Result> mine, long nanos)
            throws InterruptedException, TimeoutException {
        try {
            return mine.get(nanos, TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw new IllegalStateException("a renewal failed", e.getCause());
        }
    }

    private Result alone(BindingName name, Predicate<Binding> isStale) {
        try {
            return vault.alone("renew " + name, WAIT, () -> renew(name, isStale));
        } catch (VaultUnusableException e) {
            return new Result.Failed(
                    e.reason() == VaultUnusableException.Reason.FULL
                            ? "the disk of the vault is full"
                            : "the vault cannot be used");
        }
    }

    private Result renew(BindingName name, Predicate<Binding> isStale) throws VaultUnusableException {
        try (VaultContent content = vault.read()) {
            Optional<VaultEntry> entry = content.entry(name.toString());
            if (entry.isEmpty()) {
                return new Result.Refused();
            }
            Binding binding = BindingDescription.read(entry.get());
            if (!isStale.test(binding)) {
                return new Result.Fresh();
            }
            Optional<OAuthSettings> settings = BindingSecrets.settings(entry.get());
            Optional<byte[]> token = entry.get().secret(BindingSecrets.REFRESH_TOKEN);
            return settings.isEmpty() || token.isEmpty()
                    ? new Result.Refused()
                    : kept(name, token.get(), client.refresh(settings.get(), token.get()));
        }
    }

    /** Stores the tokens. If a person has meanwhile renewed the binding, it has other tokens, and these are dropped. */
    private Result kept(BindingName name, byte[] used, TokenAnswer answer) throws VaultUnusableException {
        if (answer instanceof TokenAnswer.Unreachable unreachable) {
            return new Result.Failed(unreachable.why());
        }
        if (answer instanceof TokenAnswer.Denied denied) {
            boolean current = changed(name, used, entry -> refused(entry, denied));
            return current ? new Result.Refused() : new Result.Fresh();
        }
        if (answer instanceof TokenAnswer.Unusable unusable) {
            try (unusable) {
                boolean current = changed(name, used, entry -> withNextRefreshToken(entry, unusable.refresh()));
                return current ? new Result.Failed(unusable.why()) : new Result.Fresh();
            }
        }
        try (TokenAnswer.Tokens tokens = (TokenAnswer.Tokens) answer) {
            Optional<String> refusal = Secret.refusal(tokens.access());
            boolean current = changed(
                    name,
                    used,
                    entry -> refusal.isPresent()
                            ? withNextRefreshToken(entry, tokens.refresh())
                            : renewed(entry, tokens));
            return refusal.isPresent() && current
                    ? new Result.Failed("the provider gave a token that cannot be used: a token " + refusal.get())
                    : new Result.Fresh();
        }
    }

    /** Stores a new refresh token. A provider with single-use refresh tokens has revoked the old one, whatever else it sent. */
    private static VaultEntry withNextRefreshToken(VaultEntry entry, Optional<byte[]> next) {
        VaultEntry kept = entry.describedAs(entry.description());
        next.ifPresent(refresh -> kept.with(BindingSecrets.REFRESH_TOKEN, refresh));
        return kept;
    }

    /** Changes a binding if it still has the tokens that were used. Returns whether it has. */
    private boolean changed(BindingName name, byte[] used, UnaryOperator<VaultEntry> change)
            throws VaultUnusableException {
        return vault.change(content -> {
            Optional<VaultEntry> current = content.entry(name.toString())
                    .filter(entry -> entry.secret(BindingSecrets.REFRESH_TOKEN)
                            .filter(token -> MessageDigest.isEqual(token, used))
                            .isPresent());
            current.ifPresent(entry -> content.put(change.apply(entry)));
            return current.isPresent();
        });
    }

    private VaultEntry renewed(VaultEntry entry, TokenAnswer.Tokens tokens) {
        Binding old = BindingDescription.read(entry);
        Binding next = new Binding(
                old.name(), old.created(), clock.now(), tokens.expiresAt(), true, Optional.empty(), old.grants());
        VaultEntry renewed =
                entry.describedAs(BindingDescription.write(next)).with(BindingSecrets.VALUE, tokens.access());
        tokens.refresh().ifPresent(refresh -> renewed.with(BindingSecrets.REFRESH_TOKEN, refresh));
        return renewed;
    }

    private static VaultEntry refused(VaultEntry entry, TokenAnswer.Denied denied) {
        Binding old = BindingDescription.read(entry);
        return entry.describedAs(BindingDescription.write(new Binding(
                old.name(),
                old.created(),
                old.renewed(),
                old.expires(),
                old.renewable(),
                Optional.of("The provider does not renew its token any more ("
                        + (denied.said().isEmpty() ? denied.code() : denied.said()) + ")."),
                old.grants())));
    }
}
