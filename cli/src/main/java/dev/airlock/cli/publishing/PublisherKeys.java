package dev.airlock.cli.publishing;

import dev.airlock.cli.console.CommandProblem;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.input.Passphrase;
import dev.airlock.cli.console.input.SecretFile;
import dev.airlock.cli.console.input.TypedFile;
import dev.airlock.registry.packages.PublisherKey;
import dev.airlock.registry.packages.SigningKey;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** Reads keys of publishers from files that a person named. */
final class PublisherKeys {
    private static final int LARGEST = 64 << 10;

    private final Terminal terminal;

    PublisherKeys(Terminal terminal) {
        this.terminal = terminal;
    }

    /** Reads a public key: PEM, raw, or base64. */
    PublisherKey read(Path typed) {
        return PublisherKey.decode(TypedFile.bytes(terminal, typed, LARGEST))
                .orElseThrow(() -> CommandProblem.configuration(
                        TypedFile.shown(typed)
                                + " holds no public Ed25519 key. Name the .pub file that airlock keygen wrote,"
                                + " or a file with PEM, 32 raw bytes, or these in base64.",
                        List.of()));
    }

    /** Opens a private key. Asks for the passphrase of an encrypted one. */
    SigningKey open(Path typed) {
        byte[] file = TypedFile.bytes(terminal, typed, LARGEST);
        try {
            return SigningKey.isEncrypted(file) ? decrypted(file, typed) : plain(file, typed);
        } finally {
            Arrays.fill(file, (byte) 0);
        }
    }

    private SigningKey decrypted(byte[] file, Path typed) {
        new SecretFile(terminal, typed).warnIfOthersMayRead();
        char[] passphrase = new Passphrase(terminal, "the key " + TypedFile.shown(typed)).ask();
        try {
            return SigningKey.open(file, passphrase)
                    .orElseThrow(() -> CommandProblem.configuration(
                            "The passphrase does not open " + TypedFile.shown(typed)
                                    + ", or the file was altered. Nothing was signed. Run the command again"
                                    + " with the right passphrase, or restore the file from a copy.",
                            List.of()));
        } finally {
            Arrays.fill(passphrase, '\0');
        }
    }

    private SigningKey plain(byte[] file, Path typed) {
        SigningKey key = SigningKey.decode(file)
                .orElseThrow(() -> CommandProblem.configuration(
                        TypedFile.shown(typed) + " holds no complete private Ed25519 key. Name a file that"
                                + " airlock keygen wrote, or one with PEM (PKCS #8) or 32 raw bytes.",
                        List.of()));
        try {
            new SecretFile(terminal, typed)
                    .requireForOwnerAlone("It is not encrypted, so they could sign with it. Nothing was signed.");
            return key;
        } catch (CommandProblem problem) {
            key.close();
            throw problem;
        }
    }
}
