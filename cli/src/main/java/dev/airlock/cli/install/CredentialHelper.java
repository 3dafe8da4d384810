package dev.airlock.cli.install;

import com.fasterxml.jackson.databind.JsonNode;
import dev.airlock.cli.console.input.ShortProcess;
import dev.airlock.failures.text.ForeignText;
import dev.airlock.formats.json.MalformedJsonException;
import dev.airlock.formats.json.StrictJson;
import dev.airlock.registry.oci.RegistryLogins.Login;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/**
 * A program that keeps logins to registries, as used by container tools. {@code docker-credential-NAME get} reads the server's name from
 * standard input and answers with JSON on standard output, or with a message and an exit code other than 0.
 *
 * @param name the part of its name after {@code docker-credential-}
 * @param environment its environment, in whose {@code PATH} it is found
 * @param atMost the time that it may take; it may ask a person
 */
record CredentialHelper(String name, Map<String, String> environment, Duration atMost) {
    private static final String PREFIX = "docker-credential-";
    private static final String NAME = "[A-Za-z0-9._-]+";
    private static final int LARGEST = 1 << 20;
    /** The message of helpers without a login, from the protocol's own library. */
    private static final String NONE = "credentials not found";
    /** The user name for a secret that is a token for the registry's own token service only. */
    private static final String TOKEN = "<token>";

    /** Returns its login for a server. */
    Login login(String server) {
        Optional<Path> program = program();
        if (program.isEmpty()) {
            return unusable("is not on the PATH. Install it, or remove it from config.json and log in again");
        }
        try {
            return login(server, program.get());
        } catch (TimeoutException e) {
            return unusable(
                    "did not answer within " + atMost.toSeconds() + " s. Run it by hand to see what it waits for");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return unusable("was interrupted");
        } catch (IOException e) {
            return unusable("cannot be run. Look at its permissions, and run it by hand");
        }
    }

    private Login login(String server, Path program) throws IOException, InterruptedException, TimeoutException {
        byte[] asked = (server + "\n").getBytes(StandardCharsets.UTF_8);
        ShortProcess.Result result = new ShortProcess(
                        List.of(program.toString(), "get"),
                        environment,
                        Path.of("").toAbsolutePath(),
                        atMost)
                .run(asked, LARGEST);
        return result.exitCode() == 0 ? decoded(result.answer()) : refused(result.answer());
    }

    private Login decoded(byte[] answer) {
        try {
            JsonNode root = StrictJson.read(answer);
            String user = root.path("Username").asText();
            String secret = root.path("Secret").asText();
            if (user.equals(TOKEN)) {
                return unusable("has an identity token, which Airlock cannot use. Log in with a user name and an access"
                        + " token, as in docker login -u NAME");
            }
            if (user.isEmpty() || secret.isEmpty()) {
                return Login.none();
            }
            byte[] both = (user + ":" + secret).getBytes(StandardCharsets.UTF_8);
            return Login.of("Basic " + Base64.getEncoder().encodeToString(both));
        } catch (MalformedJsonException e) {
            return unusable("did not answer with JSON. Run it by hand to see what it says");
        } finally {
            Arrays.fill(answer, (byte) 0);
        }
    }

    /**
     * Returns the problem of a helper that refused, with its message. A message that looks like an answer is not shown, because it may be a
     * secret.
     */
    private Login refused(byte[] answer) {
        String said =
                ForeignText.clean(new String(answer, StandardCharsets.UTF_8)).strip();
        if (said.startsWith(NONE)) {
            return Login.none();
        }
        return unusable("gives no login"
                + (said.isEmpty() || said.startsWith("{") ? "" : " and says " + ForeignText.quote(said))
                + ". Run it by hand, or log in again");
    }

    /** Finds the program in the way that a shell does. */
    private Optional<Path> program() {
        if (!name.matches(NAME)) {
            return Optional.empty();
        }
        return Stream.of(environment.getOrDefault("PATH", "").split(File.pathSeparator))
                .filter(folder -> !folder.isEmpty())
                .flatMap(folder ->
                        Stream.of(PREFIX + name, PREFIX + name + ".exe").flatMap(file -> at(folder, file)))
                .findFirst();
    }

    private static Stream<Path> at(String folder, String file) {
        try {
            return Stream.of(Path.of(folder, file))
                    .filter(path -> Files.isRegularFile(path) && Files.isExecutable(path));
        } catch (InvalidPathException e) {
            return Stream.of(); // a shell skips it too
        }
    }

    private Login unusable(String why) {
        return Login.unusable("The login is stored by " + PREFIX + ForeignText.clean(name) + ", which " + why + ".");
    }
}
