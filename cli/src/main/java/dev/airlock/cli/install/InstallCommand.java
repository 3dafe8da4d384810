package dev.airlock.cli.install;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.airlock.cli.console.CommandProblem;
import dev.airlock.cli.console.ExitCode;
import dev.airlock.cli.console.SafeJson;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.Version;
import dev.airlock.cli.environment.KeyringAccess;
import dev.airlock.cli.environment.SettingsFile;
import dev.airlock.cli.environment.StoreAccess;
import dev.airlock.cli.install.consent.ConsentScreen;
import dev.airlock.failures.Failure;
import dev.airlock.formats.text.Parsed;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.names.ConnectorReference;
import dev.airlock.manifests.names.ContentHash;
import dev.airlock.registry.install.Candidate;
import dev.airlock.registry.install.PackageSource;
import dev.airlock.registry.packages.Keyring;
import dev.airlock.registry.store.ConnectorStore;
import dev.airlock.registry.store.StoreChange;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code airlock install}: installs a connector in the store, after one decision by a person. */
@Command(
        name = "install",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = {
            "Installs one version of a connector, after you agree.",
            "Checks its hash and signatures, shows the connector, its signer and its permissions on one screen, and asks.",
            "If you cancel, nothing is left behind."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the connector is installed",
            "1:a hash or a signature is wrong; nothing was installed",
            "2:wrong usage or configuration, or the source does not have the package; nothing was installed",
            "130:cancelled"
        },
        footer = {
            "",
            "Examples:",
            "  airlock install github://acme/slack@1.2.0",
            "  airlock install github://acme/slack@1.2.0 --from airlock.tar.gz",
            "  airlock install oci://ghcr.io/acme/slack@1.2.0",
            "  airlock install https://example.com/slack@1.2.0"
        })
public final class InstallCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Parameters(index = "0", paramLabel = "NAME@VERSION", description = "The connector and its version.")
    private String typed = "";

    @Option(
            names = "--from",
            paramLabel = "PLACE",
            description =
                    "An archive, a folder, oci://HOST/NAME:TAG, or an https URL. Default: the place in the name, as a"
                            + " release of the forge, a tag of the registry, or a file of the web server.")
    private @Nullable String from;

    @Option(names = "--hash", paramLabel = "HASH", description = "The content hash that the connector must have.")
    private @Nullable String hash;

    @Mixin
    private Installing installing = new Installing();

    /** The command for the user of that terminal. */
    public InstallCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        new PlaceInstead(terminal).refuse(typed);
        ConnectorReference wanted = reference(typed);
        Optional<ContentHash> expected = expected();
        return installing.run(terminal, () -> {
            ConnectorStore store = StoreAccess.store(terminal);
            return decided(candidate(wanted, expected, store).under(SettingsFile.read(terminal)), store);
        });
    }

    /** Parses a reference. Ends the command if it is invalid. */
    static ConnectorReference reference(String typed) {
        Parsed<ConnectorReference> parsed = ConnectorReference.parse(typed);
        if (parsed instanceof Parsed.Wrong<ConnectorReference> wrong) {
            throw CommandProblem.word(wrong.message());
        }
        return parsed.orThrow();
    }

    private Optional<ContentHash> expected() {
        return Optional.ofNullable(hash)
                .map(text -> ContentHash.parse(text)
                        .orElseThrow(() -> CommandProblem.usage("--hash takes sha256: and 64 hex digits.")));
    }

    private Candidate candidate(ConnectorReference wanted, Optional<ContentHash> expected, ConnectorStore store)
            throws IOException {
        try (Installing.Fetching fetching = installing.fetching(terminal)) {
            PackageSource source =
                    from == null ? fetching.sources() : fetching.sources().at(from, terminal::resolve);
            Keyring keyring = KeyringAccess.read(terminal);
            return expected.isPresent()
                    ? Candidate.of(source, wanted, expected.get(), keyring, store)
                    : Candidate.of(source, wanted, keyring, store);
        }
    }

    private int decided(Candidate candidate, ConnectorStore store) throws IOException {
        Optional<Failure> refusal = Installing.refusal(List.of(candidate));
        if (refusal.isPresent()) {
            return installing.print(terminal, refusal.get());
        }
        List<Candidate.Ready> ready = Installing.ready(List.of(candidate));
        if (!installing.agreed(terminal, Installing.screen(ready), ready, "Install it?", "Nothing was installed")) {
            return ExitCode.CANCELLED;
        }
        try (StoreChange change = store.change()) {
            Installing.install(terminal, ready, change);
        }
        print(ready.get(0));
        return ExitCode.SUCCESS;
    }

    private void print(Candidate.Ready ready) {
        ConnectorManifest.Connector connector = ready.manifest().connector();
        if (installing.json()) {
            terminal.out()
                    .println(SafeJson.line(JsonNodeFactory.instance
                            .objectNode()
                            .put("installed", connector.reference().toString())
                            .put("hash", ready.content().hash().text())
                            .put("signature", ConsentScreen.signature(ready.signature()))));
            return;
        }
        terminal.out().println("installed " + connector.reference());
        terminal.out().println("hash      " + ready.content().hash());
        toSet(ready.manifest());
        ready.before().ifPresent(before -> besides(connector, before.connector()));
    }

    /** Prints the settings that need a value before it can be called. */
    private void toSet(ConnectorManifest manifest) {
        String missing = manifest.settings().missing().stream()
                .map(setting -> " " + setting.name() + "=VALUE")
                .collect(Collectors.joining());
        if (!missing.isEmpty()) {
            terminal.err()
                    .println("hint: before you call it, run: airlock settings set "
                            + manifest.connector().reference() + missing);
        }
    }

    /** Prints a hint that the name alone is now ambiguous, because two versions are installed. */
    private void besides(ConnectorManifest.Connector now, ConnectorManifest.Connector before) {
        terminal.err()
                .println("hint: " + before.reference()
                        + " stays installed, so from now on name the version, as in airlock run " + now.reference()
                        + ". airlock uninstall " + before.reference() + " removes the other.");
    }
}
