package dev.airlock.cli.audit;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.airlock.cli.audit.log.ConsentRecord;
import dev.airlock.cli.console.CommandGroup;
import dev.airlock.cli.console.CommandProblem;
import dev.airlock.cli.console.ExitCode;
import dev.airlock.cli.console.JsonFlag;
import dev.airlock.cli.console.SafeJson;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.Version;
import dev.airlock.cli.console.input.NewKeyFile;
import dev.airlock.cli.console.input.SecretFile;
import dev.airlock.cli.console.input.TypedFile;
import dev.airlock.cli.environment.UserFolders;
import dev.airlock.runtime.audit.event.AuditSubject;
import dev.airlock.runtime.audit.key.CheckpointKey;
import dev.airlock.runtime.audit.store.AuditStore;
import dev.airlock.runtime.audit.store.AuditStoreUnavailableException;
import dev.airlock.runtime.files.Home;
import dev.airlock.runtime.files.WholeFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code airlock audit key}: the key that signs the audit log; its subcommands show it, copy it to another machine and change it. */
@Command(
        name = "key",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        synopsisSubcommandLabel = "COMMAND",
        description = {
            "The key that signs the audit log. All writers of a log share it; a writer with another key is refused.",
            "The key is audit.key in $AIRLOCK_HOME; it is made when it is first needed."
        },
        footer = {"", "Examples:", "  airlock audit key show", "  airlock audit key export audit.key.copy"})
final class AuditKeyCommand extends CommandGroup {
    /** Returns the command with its subcommands. */
    static CommandLine line(Terminal terminal) {
        return new CommandLine(new AuditKeyCommand())
                .addSubcommand(new Showing(terminal))
                .addSubcommand(new Exporting(terminal))
                .addSubcommand(new Importing(terminal))
                .addSubcommand(new AuditKeyRotateCommand(terminal));
    }

    /** Returns this home's key. Creates it if there is none. */
    static CheckpointKey own(Home home) {
        try {
            return CheckpointKey.at(home.auditKey());
        } catch (IOException e) {
            throw CommandProblem.configuration(
                    "audit.key in $AIRLOCK_HOME cannot be read or made. Look at its permissions, or put a copy of it back.",
                    List.of());
        }
    }

    /** Prints the fingerprint of the present key. */
    static int print(Terminal terminal, boolean json, String what, CheckpointKey key) {
        terminal.out()
                .println(
                        json
                                ? SafeJson.line(
                                        JsonNodeFactory.instance.objectNode().put("fingerprint", key.fingerprint()))
                                : what + key.fingerprint());
        return ExitCode.SUCCESS;
    }

    /** {@code airlock audit key show}. */
    @Command(
            name = "show",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            description = "Shows the fingerprint of the key.",
            footer = {"", "Example:", "  airlock audit key show"})
    static final class Showing implements Callable<Integer> {
        private final Terminal terminal;

        @Mixin
        private JsonFlag json = new JsonFlag();

        Showing(Terminal terminal) {
            this.terminal = terminal;
        }

        @Override
        public Integer call() {
            return print(terminal, json.isGiven(), "", own(UserFolders.home(terminal)));
        }
    }

    /** {@code airlock audit key export}. */
    @Command(
            name = "export",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            description = {
                "Writes the key to a new file, for a second machine that writes to the same log.",
                "The file is not encrypted, and anyone who has it can sign a forged log: protect it like a password, and",
                "remove the file once it is imported. With --public, only the half that verifies."
            },
            footer = {
                "",
                "Examples:",
                "  airlock audit key export audit.key.copy",
                "  airlock audit key export --public audit.pub"
            })
    static final class Exporting implements Callable<Integer> {
        private final Terminal terminal;

        @Parameters(index = "0", paramLabel = "FILE", description = "The new file; no file is overwritten.")
        private Path file = Path.of("");

        @Option(names = "--public", description = "Only the public half, for airlock audit verify --key.")
        private boolean publicHalf;

        @Mixin
        private JsonFlag json = new JsonFlag();

        Exporting(Terminal terminal) {
            this.terminal = terminal;
        }

        @Override
        public Integer call() {
            CheckpointKey key = own(UserFolders.home(terminal));
            if (!publicHalf) {
                new ConsentRecord(
                                "export of the audit log's key",
                                AuditSubject.ConnectorIdentity.NONE,
                                List.of(key.fingerprint()))
                        .require(terminal, "Nothing was exported");
            }
            String pem = publicHalf ? key.publicPem() : key.pem();
            NewKeyFile.create(terminal, file, pem.getBytes(StandardCharsets.US_ASCII));
            return print(terminal, json.isGiven(), "exported " + (publicHalf ? "the public half of " : ""), key);
        }
    }

    /** {@code airlock audit key import}. */
    @Command(
            name = "import",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            description = {
                "Takes the key of another machine's log, so that this machine can write to it.",
                "A key that has signed a log in this home is not replaced; airlock audit key rotate changes that one."
            },
            footer = {"", "Example:", "  airlock audit key import audit.key.copy"})
    static final class Importing implements Callable<Integer> {
        private final Terminal terminal;

        @Parameters(index = "0", paramLabel = "FILE", description = "The file that airlock audit key export wrote.")
        private Path file = Path.of("");

        @Mixin
        private JsonFlag json = new JsonFlag();

        Importing(Terminal terminal) {
            this.terminal = terminal;
        }

        @Override
        public Integer call() {
            Home home = UserFolders.home(terminal);
            CheckpointKey key = read();
            if (!isOwn(home, key)) {
                requireUnused(home, key);
                write(home, key);
            }
            return print(terminal, json.isGiven(), "the key of the audit log is ", key);
        }

        private CheckpointKey read() {
            new SecretFile(terminal, file).requireForOwnerAlone("They could sign a log with it. Nothing was imported.");
            try {
                return CheckpointKey.read(terminal.resolve(file));
            } catch (IOException e) {
                throw CommandProblem.configuration(
                        TypedFile.shown(file) + " holds no private key of an audit log. Nothing was"
                                + " imported. Name a file that airlock audit key export wrote.",
                        List.of());
            }
        }

        private static boolean isOwn(Home home, CheckpointKey key) {
            return Files.exists(home.auditKey()) && own(home).fingerprint().equals(key.fingerprint());
        }

        /**
         * Refuses to replace the key of a log, unless the imported key is the log's own and the present one was created because it was
         * missing.
         */
        private static void requireUnused(Home home, CheckpointKey key) {
            if (Files.exists(home.auditKey()) && Files.exists(home.auditLog()) && !owns(home, key)) {
                throw CommandProblem.configuration(
                        "Nothing was imported: audit.db in $AIRLOCK_HOME is signed with another key, the one in audit.key."
                                + " Move both files away to keep them, or import into another home.",
                        List.of());
            }
        }

        private static boolean owns(Home home, CheckpointKey key) {
            try (AuditStore log = AuditStore.sqlite(home.auditLog())) {
                return key.owns(log);
            } catch (AuditStoreUnavailableException e) {
                return false;
            }
        }

        private static void write(Home home, CheckpointKey key) {
            try {
                WholeFile.write(home.auditKey(), key.pem().getBytes(StandardCharsets.US_ASCII));
            } catch (IOException e) {
                throw CommandProblem.configuration(
                        "audit.key in $AIRLOCK_HOME cannot be written. Nothing was imported. Look at the permissions of"
                                + " $AIRLOCK_HOME and the space on its disk.",
                        List.of());
            }
        }
    }
}
