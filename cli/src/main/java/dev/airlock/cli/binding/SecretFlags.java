package dev.airlock.cli.binding;

import dev.airlock.cli.console.CommandProblem;
import dev.airlock.cli.console.input.SecretOrigin;
import dev.airlock.runtime.oauth.OAuthSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The flags for the origin of a binding's secret. Without one, a person is asked for it. */
final class SecretFlags {
    @Option(
            names = "--from-stdin",
            description = {
                "Read the secret from standard input: the key or token; user:password for basic; id:secret, or"
                        + " id:secret:token, for aws_sigv4."
            })
    private boolean fromStdin;

    @Option(
            names = "--from-env",
            paramLabel = "NAME",
            description =
                    "Read the secret from this environment variable, in the same form. It is read once: later changes of"
                            + " the variable have no effect.")
    private @Nullable String fromEnv;

    @Option(
            names = "--from-command",
            paramLabel = "COMMAND [ARG...]",
            hideParamSyntax = true,
            arity = "1..*",
            parameterConsumer = RestOfLine.class,
            description =
                    "Read the secret from the output of this command, in the same form. Give it last: all that follows is"
                            + " the command. It runs once, without a shell, for at most 60 s, and is not kept.")
    private @Nullable List<String> fromCommand;

    @Option(
            names = "--device",
            description =
                    "Consent with a code in a browser on any machine, if the manifest has a device_authorization_url."
                            + " Default if it has no authorize_url.")
    private boolean device;

    /**
     * Returns the origin of the secret.
     *
     * @throws CommandProblem if several origins are named
     */
    SecretOrigin origin() {
        List<SecretOrigin> given = new ArrayList<>();
        if (fromStdin) {
            given.add(new SecretOrigin.StandardInput());
        }
        if (fromEnv != null) {
            given.add(new SecretOrigin.Variable(fromEnv));
        }
        if (fromCommand != null) {
            given.add(new SecretOrigin.Command(fromCommand));
        }
        if (given.size() + (device ? 1 : 0) > 1) {
            throw CommandProblem.usage("The secret comes from one place: give only one of --from-stdin, --from-env,"
                    + " --from-command and --device.");
        }
        return given.isEmpty() ? new SecretOrigin.Typed() : given.get(0);
    }

    /**
     * Checks that the provider issues codes if {@code --device} is given.
     *
     * @param oauth the provider; empty for kinds without tokens
     */
    void requireWayFor(Optional<OAuthSettings> oauth) {
        if (device && oauth.flatMap(settings -> settings.consent().device()).isEmpty()) {
            throw CommandProblem.usage(
                    "--device needs a device_authorization_url, and the manifest has none. Leave it out.");
        }
    }

    /** Returns whether a person consents with a code rather than in a browser on this machine. */
    boolean isByCode(OAuthSettings settings) {
        return device || settings.consent().authorize().isEmpty();
    }
}
