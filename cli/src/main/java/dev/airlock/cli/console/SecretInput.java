package dev.airlock.cli.console;

import dev.airlock.manifests.credentials.CredentialKind;
import dev.airlock.runtime.bindings.BindingSecrets;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** A secret as a person gives it: typed without echo, part by part, or whole on standard input. */
public final class SecretInput {
    private static final int MOST_BYTES = 64 << 10;

    private final Terminal terminal;

    /** Asks at that terminal. */
    public SecretInput(Terminal terminal) {
        this.terminal = terminal;
    }

    /** The secrets of one binding, to be closed by the caller. */
    public BindingSecrets read(CredentialKind kind, boolean fromStdin) {
        byte[] text = fromStdin ? fromStdin() : typed(kind);
        try {
            return BindingSecrets.of(kind, text);
        } catch (IllegalArgumentException e) {
            throw CommandProblem.usage("That cannot be bound: " + e.getMessage() + ". Nothing was changed.");
        } finally {
            Arrays.fill(text, (byte) 0);
        }
    }

    /** The bytes without one line break at their end, copied. */
    static byte[] withoutLineBreak(byte[] bytes) {
        int length = bytes.length;
        if (length > 0 && bytes[length - 1] == '\n') {
            length--;
        }
        if (length > 0 && bytes[length - 1] == '\r') {
            length--;
        }
        return Arrays.copyOf(bytes, length);
    }

    private byte[] fromStdin() {
        try {
            byte[] all = terminal.in().readNBytes(MOST_BYTES);
            byte[] line = withoutLineBreak(all);
            Arrays.fill(all, (byte) 0);
            return line;
        } catch (IOException e) {
            throw CommandProblem.usage("Standard input cannot be read.");
        }
    }

    private byte[] typed(CredentialKind kind) {
        return switch (kind) {
            case BASIC -> joined("User name: ", "Password: ");
            case AWS_SIGV4 -> joined("Access key id: ", "Secret access key: ", "Session token (or nothing): ");
            case API_KEY -> joined("API key: ");
            case BEARER, OAUTH2 -> joined("Token: ");
        };
    }

    /** The parts with colons between; a last one that is empty is left out. */
    private byte[] joined(String... prompts) {
        WipedStream out = new WipedStream();
        for (int i = 0; i < prompts.length; i++) {
            char[] part = terminal.secrets().ask(prompts[i]).orElseThrow(SecretInput::nobodyThere);
            if (i > 0 && part.length > 0) {
                out.write(':');
            }
            ByteBuffer bytes = StandardCharsets.UTF_8.encode(CharBuffer.wrap(part));
            while (bytes.hasRemaining()) {
                out.write(bytes.get());
            }
            bytes.clear().put(new byte[bytes.capacity()]);
            Arrays.fill(part, '\0');
        }
        byte[] whole = out.toByteArray();
        out.wipe();
        return whole;
    }

    private static CommandProblem nobodyThere() {
        return CommandProblem.configuration(
                "There is no terminal to ask for the secret on. Give it on standard input, with --from-stdin.",
                List.of());
    }

    /** Overwrites what it holds. */
    private static final class WipedStream extends ByteArrayOutputStream {
        WipedStream() {
            super(MOST_BYTES);
        }

        void wipe() {
            Arrays.fill(buf, (byte) 0);
        }
    }
}
