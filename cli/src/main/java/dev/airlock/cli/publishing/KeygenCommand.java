package dev.airlock.cli.publishing;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.airlock.cli.console.CommandProblem;
import dev.airlock.cli.console.ExitCode;
import dev.airlock.cli.console.JsonFlag;
import dev.airlock.cli.console.SafeJson;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.Version;
import dev.airlock.cli.console.input.NewKeyFile;
import dev.airlock.cli.console.input.Passphrase;
import dev.airlock.cli.console.input.TypedFile;
import dev.airlock.registry.packages.PublisherKey;
import dev.airlock.registry.packages.SigningKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code airlock keygen}: creates a publisher's pair of keys. */
@Command(
        name = "keygen",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = {
            "Makes a publisher's pair of Ed25519 keys.",
            "FILE is the private key, encrypted under a passphrase; FILE.pub is the public key as PEM, which users trust.",
            "The private key is never printed, and no file is overwritten."
        },
        footer = {"", "Example:", "  airlock keygen publisher.key"})
public final class KeygenCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Parameters(index = "0", paramLabel = "FILE", description = "The file for the private key.")
    private Path typed = Path.of("");

    @Mixin
    private JsonFlag json = new JsonFlag();

    /** The command for the user of that terminal. */
    public KeygenCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        Path pub = typed.resolveSibling(typed.getFileName() + ".pub");
        NewKeyFile.requireAbsent(terminal, typed);
        NewKeyFile.requireAbsent(terminal, pub);
        char[] passphrase = new Passphrase(terminal, "the new key").askTwice();
        try (SigningKey key = SigningKey.generate()) {
            NewKeyFile.create(terminal, typed, key.encrypted(passphrase));
            createBeside(pub, key.publicKey().pem().getBytes(StandardCharsets.US_ASCII));
            print(key.publicKey(), pub);
        } finally {
            Arrays.fill(passphrase, '\0');
        }
        return ExitCode.SUCCESS;
    }

    private void print(PublisherKey key, Path pub) {
        if (json.isGiven()) {
            terminal.out()
                    .println(SafeJson.line(JsonNodeFactory.instance
                            .objectNode()
                            .put("private_key", typed.toString())
                            .put("public_key", pub.toString())
                            .put("fingerprint", key.fingerprint())));
            return;
        }
        terminal.out().println("private key  " + TypedFile.shown(typed) + ", encrypted; keep it to yourself");
        terminal.out().println("public key   " + TypedFile.shown(pub) + "; publish it");
        terminal.out().println("fingerprint  " + key.fingerprint());
    }

    /** Creates the file of the public key. If that fails, deletes the private key, which is still unused. */
    private void createBeside(Path pub, byte[] bytes) {
        try {
            NewKeyFile.create(terminal, pub, bytes);
        } catch (CommandProblem problem) {
            try {
                Files.deleteIfExists(terminal.resolve(typed));
            } catch (IOException e) {
                problem.addSuppressed(e);
            }
            throw problem;
        }
    }
}
