package dev.airlock.runtime.bindings;

import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.credentials.Slot;
import dev.airlock.manifests.names.ConnectorIdentity;
import dev.airlock.runtime.oauth.OAuthClient;
import dev.airlock.runtime.oauth.OAuthSettings;
import dev.airlock.runtime.oauth.TokenEndpoint;
import dev.airlock.runtime.vault.Vault;
import dev.airlock.runtime.vault.VaultContent;
import dev.airlock.runtime.vault.VaultEntry;
import dev.airlock.runtime.vault.VaultUnusableException;
import dev.airlock.sandbox.host.credentials.CredentialSource;
import dev.airlock.sandbox.host.net.address.AddressRules;
import dev.airlock.sandbox.time.Clock;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The bindings of one vault: creates, lists and revokes them, and provides them to connectors.
 *
 * <pre>{@code
 * try (Bindings bindings = Bindings.of(vault, AddressRules.publicOnly())) {
 *     LoadOptions options = LoadOptions.standard()
 *             .withCredentials(bindings.sourceFor(identity, manifest));
 * }
 * }</pre>
 *
 * <p>Thread-safe. The owner closes the vault, after this.
 */
public final class Bindings implements AutoCloseable {
    private final Vault vault;
    private final TokenEndpoint endpoint;
    private final TokenRenewal renewal;
    private final OAuthClient client;
    private final Clock clock;

    private Bindings(Vault vault, TokenEndpoint endpoint, Clock clock) {
        this.vault = vault;
        this.endpoint = endpoint;
        this.clock = clock;
        this.client = new OAuthClient(endpoint, clock);
        this.renewal = new TokenRenewal(vault, client, clock);
    }

    /** Returns the bindings of a vault, with token endpoints within the address rules. */
    public static Bindings of(Vault vault, AddressRules rules) {
        return over(TokenEndpoint.on(rules), vault);
    }

    /**
     * Returns the bindings of a vault, with token endpoints through a proxy, for an embedder whose connections use one, as with
     * {@code Sandbox.Builder.proxy}.
     *
     * @param proxy an HTTP proxy that accepts CONNECT to an address, without a password
     */
    public static Bindings of(Vault vault, AddressRules rules, InetSocketAddress proxy) {
        return over(TokenEndpoint.on(rules, proxy), vault);
    }

    private static Bindings over(TokenEndpoint endpoint, Vault vault) {
        return by(vault, endpoint, Clock.SYSTEM);
    }

    /** Returns the bindings of a vault with another token endpoint, which is closed with this, and another clock. */
    public static Bindings by(Vault vault, TokenEndpoint endpoint, Clock clock) {
        return new Bindings(vault, endpoint, clock);
    }

    /** Returns all bindings, by name. */
    public List<Binding> list() throws VaultUnusableException {
        try (VaultContent content = vault.read()) {
            return content.entries().stream().map(BindingDescription::read).toList();
        }
    }

    /** Returns the binding with a name. */
    public Optional<Binding> find(BindingName name) throws VaultUnusableException {
        try (VaultContent content = vault.read()) {
            return content.entry(name.toString()).map(BindingDescription::read);
        }
    }

    /**
     * Creates a binding.
     *
     * @param terms its terms; the user has agreed to them
     * @throws BindingProblem if the name is taken, or its slot does not accept the secret
     */
    public void bind(BindingName name, BindingTerms terms, BindingSecrets secrets)
            throws VaultUnusableException, BindingProblem {
        bind(name, terms, secrets, () -> {});
    }

    /**
     * Creates a binding that must not take effect without a record of it.
     *
     * @param record writes the record, once the binding is on disk and before it can be used; if it throws, nothing is bound
     */
    public void bind(BindingName name, BindingTerms terms, BindingSecrets secrets, Runnable record)
            throws VaultUnusableException, BindingProblem {
        requireFit(secrets.refusal(terms));
        boolean made = vault.change(
                content -> {
                    if (content.entry(name.toString()).isPresent()) {
                        return false;
                    }
                    Instant now = clock.now();
                    content.put(entry(
                            new Binding(name, now, now, secrets.expires(), false, Optional.empty(), List.of(terms)),
                            secrets));
                    return true;
                },
                done(record));
        if (!made) {
            throw nameTaken(name);
        }
    }

    /**
     * Checks that a name is free, before a person is asked for a secret.
     *
     * @throws BindingProblem if it is not
     */
    public void requireFree(BindingName name) throws VaultUnusableException, BindingProblem {
        if (find(name).isPresent()) {
            throw nameTaken(name);
        }
    }

    /**
     * Checks that there is a binding with a name.
     *
     * @throws BindingProblem if there is none
     */
    public void requireThere(BindingName name) throws VaultUnusableException, BindingProblem {
        requireFound(find(name).isPresent(), name);
    }

    /**
     * Returns the source of a binding's tokens, with its client secret; empty for kinds without tokens.
     *
     * @throws BindingProblem if there is no binding with that name
     */
    public Optional<OAuthSettings> settings(BindingName name) throws VaultUnusableException, BindingProblem {
        requireThere(name);
        try (VaultContent content = vault.read()) {
            return content.entry(name.toString()).flatMap(BindingSecrets::settings);
        }
    }

    /**
     * Replaces the secrets of a binding, with a record that must not be missing.
     *
     * @param record writes the record, once the secrets are on disk and before they can be used; if it throws, the old ones stay
     * @throws BindingProblem if there is no binding with that name
     */
    public void rebind(BindingName name, BindingSecrets secrets, Runnable record)
            throws VaultUnusableException, BindingProblem {
        rebind(name, Optional.empty(), secrets, record);
    }

    /**
     * Replaces the secrets of a binding and the terms of one connector. Other connectors keep it, except those that get their tokens from
     * another provider.
     */
    public void rebind(BindingName name, BindingTerms terms, BindingSecrets secrets, Runnable record)
            throws VaultUnusableException, BindingProblem {
        rebind(name, Optional.of(terms), secrets, record);
    }

    private void rebind(BindingName name, Optional<BindingTerms> terms, BindingSecrets secrets, Runnable record)
            throws VaultUnusableException, BindingProblem {
        for (BindingTerms slot : agreed(name, terms)) {
            requireFit(secrets.refusal(slot));
        }
        changeExisting(name, record, old -> {
            Binding next = new Binding(
                    name,
                    old.created(),
                    clock.now(),
                    secrets.expires(),
                    false,
                    Optional.empty(),
                    terms.map(agreed -> withOnly(old.grants(), agreed)).orElse(old.grants()));
            return entry(next, secrets);
        });
    }

    /**
     * Lets another connector use a binding, or the same one under new terms. The user has agreed to them.
     *
     * @throws BindingProblem if there is no binding with that name, its tokens come from another provider or client, or the slot does not
     *     accept its secret
     */
    public void grant(BindingName name, BindingTerms terms) throws VaultUnusableException, BindingProblem {
        grant(name, terms, () -> {});
    }

    /**
     * Makes a grant that must not take effect without a record of it.
     *
     * @param record writes the record, once the grant is on disk and before it can be used; if it throws, nothing is granted
     */
    public void grant(BindingName name, BindingTerms terms, Runnable record)
            throws VaultUnusableException, BindingProblem {
        Optional<Binding> now = find(name);
        if (now.isPresent() && !now.get().grants().get(0).oauth().equals(terms.oauth())) {
            throw new BindingProblem(
                    "The tokens of " + name + " come from another provider, for another client, or with"
                            + " other scopes than this connector asks for. Make a separate binding with --identity.");
        }
        requireFit(refusalOfWhatIsBound(name, terms));
        boolean done = vault.change(
                content -> {
                    Optional<VaultEntry> old = content.entry(name.toString());
                    old.ifPresent(entry -> {
                        Binding binding = BindingDescription.read(entry);
                        content.put(entry.describedAs(
                                BindingDescription.write(withGrants(binding, with(binding.grants(), terms)))));
                    });
                    return old.isPresent();
                },
                done(record));
        requireFound(done, name);
    }

    /**
     * Removes a binding with its secrets. Running calls keep theirs.
     *
     * @throws BindingProblem if there is no binding with that name
     */
    public void revoke(BindingName name) throws VaultUnusableException, BindingProblem {
        requireFound(vault.change(content -> content.remove(name.toString())), name);
    }

    /**
     * Returns the source of one connector's secrets: its only binding, or the one whose identity is {@code default}.
     *
     * @param identity the connector's identity
     */
    public CredentialSource sourceFor(ConnectorIdentity identity, ConnectorManifest manifest) {
        return source(identity, manifest, Set.of());
    }

    /**
     * Returns the source of one connector's secrets, with a chosen binding.
     *
     * @param chosen the binding to use if several fit
     */
    public CredentialSource sourceFor(ConnectorIdentity identity, ConnectorManifest manifest, BindingName chosen) {
        return source(identity, manifest, Set.of(chosen));
    }

    /**
     * Returns the source of secrets for one of several connectors.
     *
     * @param chosen the bindings to use if several fit, each for the connectors that may use it; ignored for a connector that may use none
     *     of them
     */
    public CredentialSource sourceAmong(
            ConnectorIdentity identity, ConnectorManifest manifest, Collection<BindingName> chosen)
            throws VaultUnusableException {
        Set<BindingName> mine = new LinkedHashSet<>();
        for (BindingName name : chosen) {
            if (find(name).filter(binding -> binding.isGrantedTo(identity)).isPresent()) {
                mine.add(name);
            }
        }
        return source(identity, manifest, mine);
    }

    private CredentialSource source(ConnectorIdentity identity, ConnectorManifest manifest, Set<BindingName> chosen) {
        return new ConnectorCredentials(vault, renewal, clock, identity, manifest, chosen);
    }

    /** Returns the renewal for recovery. */
    public CredentialRefresh refresh() {
        return renewal;
    }

    /** Returns the client for requesting tokens when a binding is set up. */
    public OAuthClient oauth() {
        return client;
    }

    @Override
    public void close() {
        renewal.close();
        endpoint.close();
    }

    /** Makes the new entry for an old one. */
    private interface Replacement {
        VaultEntry of(Binding old);
    }

    /** Runs the record if the change was made. */
    private static Consumer<Boolean> done(Runnable record) {
        return isDone -> {
            if (isDone) {
                record.run();
            }
        };
    }

    private void changeExisting(BindingName name, Runnable record, Replacement replacement)
            throws VaultUnusableException, BindingProblem {
        boolean done = vault.change(
                content -> {
                    Optional<Binding> old = content.entry(name.toString()).map(BindingDescription::read);
                    old.ifPresent(binding -> content.put(replacement.of(binding)));
                    return old.isPresent();
                },
                done(record));
        requireFound(done, name);
    }

    private static VaultEntry entry(Binding binding, BindingSecrets secrets) {
        VaultEntry entry = new VaultEntry(binding.name().toString(), BindingDescription.write(binding));
        secrets.into(entry);
        return entry;
    }

    private static Binding withGrants(Binding binding, List<BindingTerms> grants) {
        return new Binding(
                binding.name(),
                binding.created(),
                binding.renewed(),
                binding.expires(),
                binding.renewable(),
                binding.refused(),
                grants);
    }

    private static List<BindingTerms> with(List<BindingTerms> grants, BindingTerms added) {
        List<BindingTerms> all = new ArrayList<>(grants);
        all.removeIf(terms -> terms.areFor(added.connector(), added.credential()));
        all.add(added);
        return all;
    }

    private static List<BindingTerms> withOnly(List<BindingTerms> grants, BindingTerms agreed) {
        List<BindingTerms> all = with(grants, agreed);
        all.removeIf(terms -> !terms.oauth().equals(agreed.oauth()));
        return all;
    }

    /** Returns the grants of a binding with the new terms. */
    private List<BindingTerms> agreed(BindingName name, Optional<BindingTerms> terms) throws VaultUnusableException {
        List<BindingTerms> grants = find(name).map(Binding::grants).orElse(List.of());
        return terms.map(agreed -> withOnly(grants, agreed)).orElse(grants);
    }

    private Optional<String> refusalOfWhatIsBound(BindingName name, BindingTerms terms) throws VaultUnusableException {
        try (VaultContent content = vault.read()) {
            return content.entry(name.toString())
                    .flatMap(entry -> entry.secret(BindingSecrets.VALUE))
                    .flatMap(value -> Slot.refusal(terms.slot(), value));
        }
    }

    private static void requireFit(Optional<String> refusal) throws BindingProblem {
        if (refusal.isPresent()) {
            throw new BindingProblem(
                    "The secret cannot be bound: a secret " + refusal.get() + ". Nothing was changed.");
        }
    }

    private static BindingProblem nameTaken(BindingName name) {
        return new BindingProblem("There is a binding " + name + " already. Give it new secrets with `airlock binding"
                + " rebind " + name + "`, let this connector use it with --use " + name
                + ", or choose another name with --identity.");
    }

    private static void requireFound(boolean found, BindingName name) throws BindingProblem {
        if (!found) {
            throw new BindingProblem("There is no binding " + name + ". `airlock binding list` shows the bindings.");
        }
    }
}
