package dev.airlock.cli.console.input;

import dev.airlock.cli.console.CommandProblem;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.TypedText;
import dev.airlock.manifests.credentials.CredentialKind;
import dev.airlock.runtime.bindings.BindingSecrets;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeoutException;

/**
 * Reads a secret from a person: typed without echo, part by part, or whole from standard input, an environment variable or a command. No
 * message contains any of it.
 */
public final class SecretInput {
    static final int MOST_BYTES = 64 << 10;

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Terminal terminal;
    private final Duration patience;

    /** Asks at that terminal. */
    public SecretInput(Terminal terminal) {
        this(terminal, PATIENCE);
    }

    /** @param patience the time that a command may take, which may ask a person */
    SecretInput(Terminal terminal, Duration patience) {
        this.terminal = terminal;
        this.patience = patience;
    }

    /** Returns the secrets of one binding. The caller closes them. */
    public BindingSecrets read(CredentialKind kind, SecretOrigin origin) {
        byte[] text = text(kind, origin);
        try {
            return BindingSecrets.of(kind, text);
        } catch (IllegalArgumentException e) {
            throw CommandProblem.usage("The secret cannot be bound: " + e.getMessage() + ". Nothing was changed.");
        } finally {
            Arrays.fill(text, (byte) 0);
        }
    }

    private byte[] text(CredentialKind kind, SecretOrigin origin) {
        if (origin instanceof SecretOrigin.Variable variable) {
            return new ForeignSecret("The value of the variable").line(variable(variable.name()));
        }
        if (origin instanceof SecretOrigin.Command command) {
            return new ForeignSecret("The output of the command").line(printed(command.words()));
        }
        return origin instanceof SecretOrigin.StandardInput ? fromStdin() : typed(kind);
    }

    /** Returns the value of a variable. No message repeats the name, because a person may have given the value in its place. */
    private byte[] variable(String name) {
        String value = terminal.environment().get(name);
        if (value == null) {
            throw CommandProblem.usage(
                    "The environment has no variable with the name that --from-env gives. Give the name of the"
                            + " variable, not its value, and check that it is exported. Nothing was changed.");
        }
        return TypedText.requireWhole(value, "The value of the variable", "Nothing was changed.")
                .getBytes(StandardCharsets.UTF_8);
    }

    private byte[] printed(List<String> words) {
        try {
            ShortProcess.Result result = new ShortProcess(
                            words, terminal.environment(), terminal.directory().toAbsolutePath(), patience)
                    .run(new byte[0], MOST_BYTES + 1);
            if (result.exitCode() != 0) {
                Arrays.fill(result.answer(), (byte) 0);
                throw failed("ended with exit code " + result.exitCode() + ". Run it by hand to see what it says");
            }
            return result.answer();
        } catch (TimeoutException e) {
            throw failed("did not answer and end within " + patience.toSeconds()
                    + " s, and was stopped. Run it by hand to see what it waits for");
        } catch (InterruptedException e) {
            throw failed("was interrupted");
        } catch (IOException e) {
            throw failed("cannot be run. Check its name and its permissions; no shell runs it, so put shell syntax"
                    + " into a script");
        }
    }

    private static CommandProblem failed(String how) {
        return CommandProblem.configuration(
                "The command that --from-command gives " + how + ". Nothing was changed.", List.of());
    }

    /** Returns a copy of the bytes without one line break at their end. */
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
            case BASIC -> readJoined("User name: ", "Password: ");
            case AWS_SIGV4 -> readJoined("Access key id: ", "Secret access key: ", "Session token (optional): ");
            case API_KEY -> readJoined("API key: ");
            case BEARER, OAUTH2 -> readJoined("Token: ");
        };
    }

    /** Returns the parts joined by colons, without an empty last part. */
    private byte[] readJoined(String... prompts) {
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
                "There is no terminal to ask for the secret. Give it with --from-stdin, --from-env or --from-command.",
                List.of());
    }

    /** A stream whose buffer can be wiped. */
    private static final class WipedStream extends ByteArrayOutputStream {
        WipedStream() {
            super(MOST_BYTES);
        }

        void wipe() {
            Arrays.fill(buf, (byte) 0);
        }
    }
}
