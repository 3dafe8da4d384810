package dev.airlock.runtime.bindings;

import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.credentials.CredentialKind;
import dev.airlock.manifests.credentials.DeclaredCredentials;
import dev.airlock.manifests.credentials.NamedCredential;
import dev.airlock.manifests.hosts.NetworkGrant;
import dev.airlock.manifests.names.ConnectorIdentity;
import dev.airlock.runtime.vault.Vault;
import dev.airlock.runtime.vault.VaultContent;
import dev.airlock.runtime.vault.VaultEntry;
import dev.airlock.runtime.vault.VaultUnusableException;
import dev.airlock.sandbox.budget.Deadline;
import dev.airlock.sandbox.host.credentials.BoundCredential;
import dev.airlock.sandbox.host.credentials.CredentialAnswer;
import dev.airlock.sandbox.host.credentials.CredentialSource;
import dev.airlock.sandbox.host.credentials.CredentialsUnavailableException;
import dev.airlock.sandbox.host.credentials.Secret;
import dev.airlock.sandbox.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** One connector's view of the bindings: those that it may use, on its terms. */
final class ConnectorCredentials implements CredentialSource {
    /** How long before its end a token is renewed, so that it does not expire on its way. */
    private static final Duration MARGIN = Duration.ofSeconds(30);

    private final Vault vault;
    private final TokenRenewal renewal;
    private final Clock clock;
    private final ConnectorIdentity identity;
    private final ConnectorManifest manifest;
    private final Set<BindingName> chosen;

    ConnectorCredentials(
            Vault vault,
            TokenRenewal renewal,
            Clock clock,
            ConnectorIdentity identity,
            ConnectorManifest manifest,
            Set<BindingName> chosen) {
        this.vault = vault;
        this.renewal = renewal;
        this.clock = clock;
        this.identity = identity;
        this.manifest = manifest;
        this.chosen = Set.copyOf(chosen);
    }

    @Override
    public CredentialAnswer find(CredentialKind kind, Deadline call) {
        return manifest.capabilities()
                .credentials()
                .find(kind.word())
                .map(declared -> find(declared, call))
                .orElseGet(this::missing);
    }

    @Override
    public CredentialAnswer find(NamedCredential declared, Deadline call) {
        Look first = look(declared);
        if (first.binding().isEmpty() || !endsSoon(first.binding().get())) {
            return first.answer();
        }
        BindingName name = first.binding().get().name();
        CredentialRefresh.Result result = renewal.renew(name, this::endsSoon, call);
        if (result instanceof CredentialRefresh.Result.Failed failed) {
            boolean stillHolds = !hasEnded(first.binding().get());
            return stillHolds ? first.answer() : notRenewed(name, failed);
        }
        return look(declared).answer();
    }

    @Override
    public List<Secret> secrets(CredentialKind kind) {
        return secrets();
    }

    @Override
    public List<Secret> secrets(DeclaredCredentials declared) {
        return declared.isEmpty() ? List.of() : secrets();
    }

    /** Returns all secrets that are bound for any credential of the connector. */
    private List<Secret> secrets() {
        try (VaultContent content = vault.read()) {
            List<Secret> found = new ArrayList<>();
            for (VaultEntry entry : content.entries()) {
                Binding binding = BindingDescription.read(entry);
                if (binding.isGrantedTo(identity)) {
                    found.addAll(BindingSecrets.toScrub(binding.name().kind(), entry));
                }
            }
            return found;
        } catch (VaultUnusableException e) {
            throw unavailable(e);
        }
    }

    /** The answer, with the usable binding behind it if there is one. */
    private record Look(CredentialAnswer answer, Optional<Binding> binding) {
        static Look at(CredentialAnswer answer) {
            return new Look(answer, Optional.empty());
        }
    }

    private Look look(NamedCredential declared) {
        try (VaultContent content = vault.read()) {
            Set<BindingName> choice = choice(declared, content);
            List<VaultEntry> mine = content.entries().stream()
                    .filter(entry -> isMine(declared, BindingDescription.read(entry), choice))
                    .toList();
            Optional<VaultEntry> one = mine.size() == 1 ? Optional.of(mine.get(0)) : theDefault(mine);
            return one.map(entry -> look(declared, entry))
                    .orElseGet(() -> Look.at(mine.isEmpty() ? missing(declared, choice) : ambiguous(mine)));
        } catch (VaultUnusableException e) {
            throw unavailable(e);
        }
    }

    /** Returns the chosen bindings, without those that are only for another credential of the connector. */
    private Set<BindingName> choice(NamedCredential declared, VaultContent content) {
        return chosen.stream()
                .filter(name -> content.entry(name.toString())
                        .map(BindingDescription::read)
                        .filter(binding -> binding.isGrantedTo(identity)
                                && binding.grantOf(identity.key(), declared.name())
                                        .isEmpty())
                        .isEmpty())
                .collect(Collectors.toUnmodifiableSet());
    }

    private Look look(NamedCredential declared, VaultEntry entry) {
        Binding binding = BindingDescription.read(entry);
        BindingTerms agreed = binding.grantOf(identity.key(), declared.name()).orElseThrow();
        List<String> differences = agreed.differences(BindingTerms.of(identity, manifest, declared));
        if (!differences.isEmpty()) {
            return Look.at(changed(binding.name(), differences));
        }
        if (binding.refused().isPresent()) {
            return Look.at(refused(binding.name(), binding.refused().get()));
        }
        if (hasEnded(binding) && !binding.renewable()) {
            return Look.at(refused(binding.name(), "Its token has expired, and it has no refresh token."));
        }
        byte[] value = entry.secret(BindingSecrets.VALUE).orElseThrow();
        CredentialAnswer bound = new CredentialAnswer.Bound(
                BoundCredential.of(binding.name().kind(), value),
                Optional.of(binding.name().toString()),
                Optional.of(hosts(agreed)),
                rebind(binding.name()));
        return new Look(bound, Optional.of(binding));
    }

    private static Set<NetworkGrant> hosts(BindingTerms agreed) {
        return agreed.hosts().stream()
                .map(host -> NetworkGrant.parse(host).orThrow())
                .collect(Collectors.toUnmodifiableSet());
    }

    private boolean isMine(NamedCredential declared, Binding binding, Set<BindingName> choice) {
        return binding.name().kind() == declared.kind()
                && binding.grantOf(identity.key(), declared.name()).isPresent()
                && (choice.isEmpty() || choice.contains(binding.name()));
    }

    private static Optional<VaultEntry> theDefault(List<VaultEntry> entries) {
        List<VaultEntry> named = entries.stream()
                .filter(entry -> entry.name().endsWith("/" + BindingName.DEFAULT_IDENTITY))
                .toList();
        return named.size() == 1 ? Optional.of(named.get(0)) : Optional.empty();
    }

    private boolean endsSoon(Binding binding) {
        return binding.renewable() && endsBefore(binding, clock.now().plus(MARGIN));
    }

    private boolean hasEnded(Binding binding) {
        return endsBefore(binding, clock.now());
    }

    private static boolean endsBefore(Binding binding, Instant when) {
        return binding.expires().map(end -> !end.isAfter(when)).orElse(false);
    }

    private CredentialAnswer missing() {
        return missing("", chosen);
    }

    private static CredentialAnswer missing(NamedCredential declared, Set<BindingName> choice) {
        return declared.name()
                .map(name -> missing(" --credential " + name, choice))
                .orElseGet(() -> missing("", choice));
    }

    /**
     * Returns the answer that nothing is bound.
     *
     * @param flag the option for the command in the message
     */
    private static CredentialAnswer missing(String flag, Set<BindingName> choice) {
        if (choice.isEmpty()) {
            return new CredentialAnswer.Missing("Run `airlock binding setup DIR" + flag
                    + "` to bind one, with the connector's folder or, if it is installed, its name.");
        }
        String names = choice.stream().map(BindingName::toString).sorted().collect(Collectors.joining(", "));
        return new CredentialAnswer.Missing(
                "There is no binding " + names + " that this connector may use. Run `airlock binding setup DIR" + flag
                        + "` with the connector's folder.");
    }

    private static CredentialAnswer ambiguous(List<VaultEntry> entries) {
        return new CredentialAnswer.Missing("Several bindings fit: "
                + entries.stream().map(VaultEntry::name).collect(Collectors.joining(", "))
                + ". Name one with `--binding NAME`.");
    }

    private static CredentialAnswer changed(BindingName name, List<String> differences) {
        return new CredentialAnswer.Refused(
                name.toString(),
                "The connector asks for more or other than you agreed to: " + String.join("; ", differences) + ".",
                "Look at the changes, and run `" + rebind(name) + " DIR` with the connector's folder if you agree.",
                false);
    }

    private static CredentialAnswer refused(BindingName name, String why) {
        return new CredentialAnswer.Refused(name.toString(), why, "Run `" + rebind(name) + "`.", false);
    }

    private static CredentialAnswer notRenewed(BindingName name, CredentialRefresh.Result.Failed failed) {
        return new CredentialAnswer.Refused(
                name.toString(),
                "Its token has expired and could not be renewed: " + failed.why() + ".",
                "Try again; if it fails again, run `" + rebind(name) + "`.",
                true);
    }

    private static String rebind(BindingName name) {
        return "airlock binding rebind " + name;
    }

    private static CredentialsUnavailableException unavailable(VaultUnusableException e) {
        return new CredentialsUnavailableException(
                switch (e.reason()) {
                    case ABSENT -> "The vault no longer exists.";
                    case DAMAGED -> "The vault is damaged, or was replaced since it was opened.";
                    case BUSY -> "Another process is changing the vault.";
                    case NOT_PRIVATE -> "Other users of the machine can access the vault.";
                    case FULL -> "The disk of the vault is full.";
                    case WRONG_PASSPHRASE, UNREACHABLE -> "The vault cannot be read.";
                });
    }
}
