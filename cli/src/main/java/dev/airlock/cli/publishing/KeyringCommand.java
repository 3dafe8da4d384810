package dev.airlock.cli.publishing;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.cli.audit.log.ConsentRecord;
import dev.airlock.cli.console.CommandGroup;
import dev.airlock.cli.console.CommandProblem;
import dev.airlock.cli.console.ExitCode;
import dev.airlock.cli.console.JsonFlag;
import dev.airlock.cli.console.SafeJson;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.Version;
import dev.airlock.cli.console.input.TypedFile;
import dev.airlock.cli.environment.KeyringAccess;
import dev.airlock.formats.text.Parsed;
import dev.airlock.manifests.names.ConnectorName;
import dev.airlock.registry.packages.Keyring;
import dev.airlock.registry.packages.PublisherKey;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code airlock keyring}: the trusted keys of publishers; its subcommands trust, list and remove keys. */
@Command(
        name = "keyring",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        synopsisSubcommandLabel = "COMMAND",
        description = "Manages the trusted keys, each for one publisher. No publisher is trusted by default.",
        footer = {"", "Example:", "  airlock keyring list"})
public final class KeyringCommand extends CommandGroup {
    /** Returns the command with its subcommands. */
    public static CommandLine line(Terminal terminal) {
        return new CommandLine(new KeyringCommand())
                .addSubcommand(new Trusting(terminal))
                .addSubcommand(new Listing(terminal))
                .addSubcommand(new Removing(terminal));
    }

    /** Parses a publisher that a person typed. */
    private static String publisher(String typed) {
        Parsed<ConnectorName> parsed = ConnectorName.parse(typed);
        if (parsed instanceof Parsed.Wrong<ConnectorName> wrong) {
            throw CommandProblem.word(wrong.message());
        }
        ConnectorName name = parsed.orThrow();
        if (!name.authority().equals(typed)) {
            throw CommandProblem.usage("A publisher is trusted for everything that it publishes in one place; write "
                    + name.authority() + ".");
        }
        return name.authority();
    }

    private static Keyring change(Terminal terminal, UnaryOperator<Keyring> change, Runnable record) {
        try {
            return KeyringAccess.file(terminal).change(change, record);
        } catch (IOException e) {
            throw KeyringAccess.problem(e);
        }
    }

    /** {@code airlock keyring trust}: trusts a key for a publisher. */
    @Command(
            name = "trust",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            description = {
                "Trusts a key for one publisher, in addition to its other trusted keys.",
                "With --fingerprint, trusts the key only if it has that fingerprint; else compare the printed one."
            },
            footer = {"", "Example:", "  airlock keyring trust github://acme/slack publisher.key.pub"})
    static final class Trusting implements Callable<Integer> {
        private final Terminal terminal;

        @Parameters(
                index = "0",
                paramLabel = "PUBLISHER",
                description = "scheme://owner/repo, the start of the names of its connectors.")
        private String typed = "";

        @Parameters(index = "1", paramLabel = "FILE", description = "A public key: PEM, 32 raw bytes, or base64.")
        private Path file = Path.of("");

        @Option(
                names = "--fingerprint",
                paramLabel = "FINGERPRINT",
                description = "The fingerprint that the publisher gives elsewhere. A key with another is refused.")
        private String expected = "";

        Trusting(Terminal terminal) {
            this.terminal = terminal;
        }

        @Override
        public Integer call() {
            String publisher = publisher(typed);
            PublisherKey key = new PublisherKeys(terminal).read(file);
            requireExpected(key);
            ConsentRecord consent = new ConsentRecord("trust in a key", publisher, List.of(key.fingerprint()));
            change(
                    terminal,
                    keyring -> keyring.with(publisher, key),
                    () -> consent.require(terminal, "No key was trusted"));
            terminal.out().println("trusted for " + publisher + ": " + key.fingerprint());
            return ExitCode.SUCCESS;
        }

        private void requireExpected(PublisherKey key) {
            if (!expected.isEmpty() && !key.fingerprint().equals(expected)) {
                throw CommandProblem.configuration(
                        "The key in " + TypedFile.shown(file) + " has the fingerprint " + key.fingerprint()
                                + ", not the one that --fingerprint names. No key was trusted. Ask the publisher.",
                        List.of());
            }
        }
    }

    /** {@code airlock keyring list}: lists trusted keys. */
    @Command(
            name = "list",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            description = "Shows each trusted publisher and the fingerprints of its keys.",
            footer = {"", "Example:", "  airlock keyring list --json"})
    static final class Listing implements Callable<Integer> {
        private final Terminal terminal;

        @Mixin
        private JsonFlag json = new JsonFlag();

        Listing(Terminal terminal) {
            this.terminal = terminal;
        }

        @Override
        public Integer call() {
            Keyring keyring = KeyringAccess.read(terminal);
            if (json.isGiven()) {
                terminal.out().println(SafeJson.line(document(keyring)));
            } else if (keyring.publishers().isEmpty()) {
                terminal.out().println("no publisher is trusted");
            } else {
                keyring.publishers()
                        .forEach((publisher, keys) ->
                                keys.forEach(key -> terminal.out().println(publisher + "  " + key.fingerprint())));
            }
            return ExitCode.SUCCESS;
        }

        private static ObjectNode document(Keyring keyring) {
            ObjectNode document = JsonNodeFactory.instance.objectNode();
            ArrayNode array = document.putArray("keys");
            keyring.publishers()
                    .forEach((publisher, keys) -> keys.forEach(key -> array.addObject()
                            .put("publisher", publisher)
                            .put("fingerprint", key.fingerprint())
                            .put("key", key.base64())));
            return document;
        }
    }

    /** {@code airlock keyring remove}: removes trusted keys. */
    @Command(
            name = "remove",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            description = {
                "Stops trusting a key, or all keys of a publisher.",
                "Installed connectors that it signed then count as unsigned: they lose their bindings."
            },
            footer = {"", "Example:", "  airlock keyring remove github://acme/slack SHA256:…"})
    static final class Removing implements Callable<Integer> {
        private final Terminal terminal;

        @Parameters(index = "0", paramLabel = "PUBLISHER", description = "scheme://owner/repo.")
        private String typed = "";

        @Parameters(
                index = "1",
                arity = "0..1",
                paramLabel = "FINGERPRINT",
                description = "As airlock keyring list shows it. Default: all keys of the publisher.")
        private String fingerprint = "";

        Removing(Terminal terminal) {
            this.terminal = terminal;
        }

        @Override
        public Integer call() {
            String publisher = publisher(typed);
            UnaryOperator<Keyring> removal = keyring -> {
                Keyring fewer = keyring;
                for (PublisherKey key : named(keyring, publisher)) {
                    fewer = fewer.without(publisher, key);
                }
                return fewer;
            };
            // The removal takes effect even if it cannot be recorded, so it is recorded afterwards.
            Keyring before = change(terminal, removal, () -> {});
            List<PublisherKey> gone = named(before, publisher);
            if (gone.isEmpty()) {
                throw CommandProblem.configuration(
                        "That key is not trusted for " + publisher + ". `airlock keyring list` shows the trusted keys.",
                        List.of());
            }
            List<String> fingerprints =
                    gone.stream().map(PublisherKey::fingerprint).toList();
            fingerprints.forEach(one -> terminal.out().println("no longer trusted for " + publisher + ": " + one));
            if (!new ConsentRecord("no more trust in a key", publisher, fingerprints).write(terminal)) {
                terminal.err().println("airlock: the key was removed, but the audit log has no record of it.");
            }
            return ExitCode.SUCCESS;
        }

        private List<PublisherKey> named(Keyring keyring, String publisher) {
            return keyring.publishers().getOrDefault(publisher, List.of()).stream()
                    .filter(key -> fingerprint.isEmpty() || key.fingerprint().equals(fingerprint))
                    .toList();
        }
    }
}
