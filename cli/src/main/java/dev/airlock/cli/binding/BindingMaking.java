package dev.airlock.cli.binding;

import dev.airlock.cli.audit.log.ConsentRecord;
import dev.airlock.cli.console.CommandProblem;
import dev.airlock.cli.console.ExitCode;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.Version;
import dev.airlock.cli.console.input.SecretInput;
import dev.airlock.cli.console.input.SecretOrigin;
import dev.airlock.cli.console.outcome.Interruption;
import dev.airlock.cli.environment.ConnectorPlace;
import dev.airlock.cli.environment.RunEnvironment;
import dev.airlock.failures.text.ForeignText;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.credentials.Credential;
import dev.airlock.manifests.credentials.CredentialKind;
import dev.airlock.manifests.credentials.DeclaredCredentials;
import dev.airlock.manifests.credentials.NamedCredential;
import dev.airlock.manifests.names.ConnectorIdentity;
import dev.airlock.runtime.bindings.BindingName;
import dev.airlock.runtime.bindings.BindingProblem;
import dev.airlock.runtime.bindings.BindingSecrets;
import dev.airlock.runtime.bindings.BindingTerms;
import dev.airlock.runtime.bindings.Bindings;
import dev.airlock.runtime.oauth.Authorization;
import dev.airlock.runtime.oauth.OAuthSettings;
import dev.airlock.runtime.vault.Vault;
import dev.airlock.runtime.vault.VaultUnusableException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A command that gives a binding its secrets. */
abstract class BindingMaking implements Callable<Integer> {
    private static final Duration CONSENT = Duration.ofMinutes(5);

    final Terminal terminal;

    @Option(
            names = "--allow-private",
            paramLabel = "HOST",
            description =
                    "Allow this host of the token endpoint to have an address that is not public. May be repeated."
                            + " Default: none.")
    private List<String> allowPrivate = new ArrayList<>();

    @Mixin
    private SecretFlags flags = new SecretFlags();

    /** Asks for the secrets of a binding, after the person has seen its terms. */
    @FunctionalInterface
    interface Secrets {
        /**
         * Asks once.
         *
         * @param oauth the provider of its tokens; empty for kinds without tokens
         */
        BindingSecrets ask(CredentialKind kind, Optional<OAuthSettings> oauth);
    }

    private BindingMaking(Terminal terminal) {
        this.terminal = terminal;
    }

    abstract void work(Bindings bindings, Secrets secrets) throws VaultUnusableException, BindingProblem;

    abstract Vault vault();

    @Override
    public Integer call() {
        SecretOrigin origin = flags.origin();
        try (Interruption interruption = Interruption.listen(terminal, false)) {
            try {
                return make(origin, interruption);
            } catch (CommandProblem problem) {
                if (interruption.requested()) {
                    return interruption.cancelledHere();
                }
                throw problem;
            }
        }
    }

    private int make(SecretOrigin origin, Interruption interruption) {
        try (Vault vault = vault();
                Bindings bindings = Bindings.of(vault, RunEnvironment.addresses(allowPrivate))) {
            work(bindings, (kind, oauth) -> secrets(bindings, kind, oauth, origin, interruption));
            return ExitCode.SUCCESS;
        } catch (VaultUnusableException e) {
            throw VaultAccess.problem(e);
        } catch (BindingProblem e) {
            throw CommandProblem.configuration(String.valueOf(e.getMessage()), List.of());
        }
    }

    /** Asks for the secret in the way that its kind needs. */
    private BindingSecrets secrets(
            Bindings bindings,
            CredentialKind kind,
            Optional<OAuthSettings> oauth,
            SecretOrigin origin,
            Interruption interruption) {
        flags.requireWayFor(oauth);
        if (oauth.isPresent() && origin instanceof SecretOrigin.Typed) {
            return flags.isByCode(oauth.get())
                    ? new DeviceConsent(terminal, interruption).secrets(bindings, oauth.get())
                    : consented(bindings, oauth.get());
        }
        if (!(origin instanceof SecretOrigin.Command)) {
            return new SecretInput(terminal).read(kind, origin);
        }
        interruption.loading();
        BindingSecrets secrets = new SecretInput(terminal).read(kind, origin);
        interruption.finishing(() -> {});
        return secrets;
    }

    private BindingSecrets consented(Bindings bindings, OAuthSettings settings) {
        try (Authorization authorization = Authorization.begin(settings)) {
            terminal.err().println("Open this address in a browser on this machine, and consent there:");
            String url = authorization.url().toString();
            terminal.err().println(ForeignText.clean(url, url.length() + 1));
            return ConsentedTokens.secrets(terminal, authorization.await(bindings.oauth(), CONSENT), settings);
        } catch (IOException e) {
            throw CommandProblem.configuration(
                    "Airlock cannot listen on the loopback interface for the browser's answer.", List.of());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw CommandProblem.configuration("Nothing was bound: the command was interrupted.", List.of());
        }
    }

    /**
     * Returns the credential that is meant among those that a connector asks for: the one with that name, else the one without a name, or
     * the only one.
     */
    static NamedCredential credential(ConnectorManifest manifest, Optional<String> called) {
        DeclaredCredentials declared = manifest.capabilities().credentials();
        String connector = manifest.connector().name().toString();
        if (declared.isEmpty()) {
            throw CommandProblem.configuration(
                    connector + " asks for no credential; there is nothing to bind.", List.of());
        }
        Optional<NamedCredential> meant = called.isPresent()
                ? called.flatMap(declared::find)
                : declared.all().stream()
                        .filter(one -> one.name().isEmpty() || declared.all().size() == 1)
                        .findFirst();
        return meant.orElseThrow(() -> CommandProblem.usage((called.isPresent()
                        ? connector + " asks for no credential that is called " + ForeignText.clean(called.get())
                        : connector + " asks for several credentials")
                + ". Name one with --credential: " + String.join(", ", declared.words()) + "."));
    }

    /** Returns the provider from the manifest, with the publisher's client secret. */
    static Optional<OAuthSettings> oauth(BindingTerms terms, Credential credential) {
        return terms.oauth()
                .map(oauth -> new OAuthSettings(
                        oauth.consent(),
                        oauth.tokenUrl(),
                        oauth.clientId(),
                        oauth.scopes(),
                        ((Credential.OAuth2) credential).clientSecret()));
    }

    /** Shows the terms that a person is about to agree to. */
    void show(BindingTerms terms, Credential credential, String heading) {
        terminal.err().println(heading);
        credential.scope().ifPresent(scope -> terminal.err().println("  for           " + ForeignText.clean(scope)));
        BindingText.lines(terms).forEach(terminal.err()::println);
        if (credential instanceof Credential.OneSecret one && one.slot().isInUrl()) {
            terminal.err().println("  mind          services and proxies log URLs, and with them this secret");
        }
    }

    /** Returns the record of a person's consent to a connector's terms. */
    static ConsentRecord consent(String what, ConnectorManifest manifest, BindingTerms terms) {
        return new ConsentRecord(
                what,
                manifest.connector().name().toString(),
                BindingText.lines(terms).stream().map(String::strip).toList());
    }

    /** {@code airlock binding setup}: binds a credential for a connector. */
    @Command(
            name = "setup",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            description = {
                "Binds the credential that a connector's manifest asks for.",
                "Shows where the credential may go, then asks for the secret without echo, or for your consent in a browser."
            },
            footer = {
                "",
                "Examples:",
                "  airlock binding setup my-connector",
                "  airlock binding setup my-connector --identity work --from-stdin < key.txt",
                "  airlock binding setup my-connector --from-env API_KEY",
                "  airlock binding setup my-connector --from-command pass show my/key",
                "  airlock binding setup my-connector --credential crm"
            })
    static final class Setup extends BindingMaking {
        @Parameters(
                index = "0",
                paramLabel = "CONNECTOR",
                description = "A folder with manifest.toml, or an installed connector, NAME or NAME@VERSION.")
        private Path directory = Path.of("");

        @Option(
                names = "--identity",
                paramLabel = "WORD",
                description = "The name of your account at the service. Default: default.")
        private String identity = BindingName.DEFAULT_IDENTITY;

        @Option(
                names = "--service",
                paramLabel = "WORD",
                description = "The name of the service. Default: the last part of the connector's name.")
        private @Nullable String service;

        @Option(
                names = "--credential",
                paramLabel = "NAME",
                description =
                        "The credential to bind, if the connector asks for several. Default: the one without a name.")
        private @Nullable String called;

        @Option(
                names = "--use",
                paramLabel = "NAME",
                description = "Let the connector use an existing binding with its secret.")
        private @Nullable String use;

        Setup(Terminal terminal) {
            super(terminal);
        }

        @Override
        Vault vault() {
            NamedCredential unused =
                    credential(ConnectorPlace.named(terminal, directory).manifest(), Optional.ofNullable(called));
            return new VaultAccess(terminal).openOrCreate();
        }

        @Override
        void work(Bindings bindings, Secrets ask) throws VaultUnusableException, BindingProblem {
            ConnectorPlace folder = ConnectorPlace.named(terminal, directory);
            ConnectorManifest manifest = folder.configured(terminal);
            NamedCredential declared = credential(manifest, Optional.ofNullable(called));
            Credential credential = declared.credential();
            BindingTerms terms = BindingTerms.of(folder.identity(manifest), manifest, declared);
            BindingName name = use == null ? name(manifest, declared) : BindingPart.name(use);
            show(terms, credential, "Binding " + name + ":");
            if (use != null) {
                if (name.kind() != credential.kind()) {
                    throw CommandProblem.usage("The connector asks for a credential of the kind "
                            + credential.kind().word() + ", and " + name + " is of another kind.");
                }
                bindings.grant(
                        name,
                        terms,
                        () -> consent("binding " + name, manifest, terms).require(terminal));
            } else {
                bindings.requireFree(name);
                try (BindingSecrets secrets = ask.ask(credential.kind(), oauth(terms, credential))) {
                    bindings.bind(
                            name,
                            terms,
                            secrets,
                            () -> consent("binding " + name, manifest, terms).require(terminal));
                }
            }
            terminal.out().println("bound " + name);
            others(manifest, declared);
        }

        private void others(ConnectorManifest manifest, NamedCredential bound) {
            manifest.capabilities().credentials().all().stream()
                    .filter(other -> !other.name().equals(bound.name()))
                    .flatMap(other -> other.name().stream())
                    .forEach(other -> terminal.err()
                            .println("It has another credential, which needs its own binding: airlock binding setup "
                                    + directory + " --credential " + other));
        }

        private BindingName name(ConnectorManifest manifest, NamedCredential declared) {
            String usual = BindingName.serviceOf(manifest.connector().name())
                    + declared.name().map(name -> "-" + name).orElse("");
            return BindingPart.name(
                    declared.kind().word() + "/" + (service == null ? usual : service) + "/" + identity);
        }
    }

    /** {@code airlock binding rebind}: gives a binding a new secret. */
    @Command(
            name = "rebind",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            description = {
                "Gives a binding a new secret, as setup does.",
                "With CONNECTOR, also asks you to agree to what the connector asks for now, if that has changed."
            },
            footer = {
                "",
                "Examples:",
                "  airlock binding rebind oauth2/slack/work",
                "  airlock binding rebind api_key/slack/default my-connector"
            })
    static final class Rebind extends BindingMaking {
        @Parameters(index = "0", paramLabel = "NAME", description = "The binding, kind/service/identity.")
        private String typed = "";

        @Parameters(
                index = "1",
                arity = "0..1",
                paramLabel = "CONNECTOR",
                description = "A folder with manifest.toml, or an installed connector, NAME or NAME@VERSION.")
        private @Nullable Path directory;

        @Option(
                names = "--credential",
                paramLabel = "NAME",
                description =
                        "The credential to bind, if the connector asks for several. Default: the one that it was bound for.")
        private @Nullable String called;

        Rebind(Terminal terminal) {
            super(terminal);
        }

        @Override
        Vault vault() {
            return new VaultAccess(terminal).open();
        }

        @Override
        void work(Bindings bindings, Secrets ask) throws VaultUnusableException, BindingProblem {
            BindingName name = BindingPart.name(typed);
            if (directory == null) {
                Optional<OAuthSettings> oauth = bindings.settings(name);
                try (BindingSecrets secrets = ask.ask(name.kind(), oauth)) {
                    ConsentRecord consent = new ConsentRecord("new secret of binding " + name, "", List.of());
                    bindings.rebind(name, secrets, () -> consent.require(terminal));
                }
            } else {
                rebindTo(ConnectorPlace.named(terminal, directory), name, bindings, ask);
            }
            terminal.out().println("rebound " + name);
        }

        private void rebindTo(ConnectorPlace folder, BindingName name, Bindings bindings, Secrets ask)
                throws VaultUnusableException, BindingProblem {
            ConnectorManifest manifest = folder.configured(terminal);
            ConnectorIdentity identity = folder.identity(manifest);
            NamedCredential declared = credential(manifest, meant(name, identity, bindings));
            Credential credential = declared.credential();
            BindingTerms terms = BindingTerms.of(identity, manifest, declared);
            if (credential.kind() != name.kind()) {
                throw CommandProblem.usage("The connector asks for a credential of the kind "
                        + credential.kind().word() + ", and " + name
                        + " is of another kind. Run `airlock binding setup`.");
            }
            bindings.requireThere(name);
            show(terms, credential, "Rebinding " + name + ":");
            try (BindingSecrets secrets = ask.ask(name.kind(), oauth(terms, credential))) {
                bindings.rebind(
                        name,
                        terms,
                        secrets,
                        () -> consent("new secret of binding " + name, manifest, terms)
                                .require(terminal));
            }
        }

        private Optional<String> meant(BindingName name, ConnectorIdentity identity, Bindings bindings)
                throws VaultUnusableException {
            List<Optional<String>> agreed = bindings.find(name)
                    .map(binding -> binding.credentialsOf(identity))
                    .orElse(List.of());
            return called == null && agreed.size() == 1 ? agreed.get(0) : Optional.ofNullable(called);
        }
    }
}
