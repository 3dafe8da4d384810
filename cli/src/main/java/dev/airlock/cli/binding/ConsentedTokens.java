package dev.airlock.cli.binding;

import dev.airlock.cli.console.CommandProblem;
import dev.airlock.cli.console.Terminal;
import dev.airlock.runtime.bindings.BindingSecrets;
import dev.airlock.runtime.oauth.OAuthSettings;
import dev.airlock.runtime.oauth.TokenAnswer;
import java.util.List;

/** Converts tokens that a provider issued after a person's consent to secrets to bind. */
final class ConsentedTokens {
    private ConsentedTokens() {}

    /** Returns the secrets in an answer. Ends the command if it has none that can be bound. */
    static BindingSecrets secrets(Terminal terminal, TokenAnswer answer, OAuthSettings settings) {
        if (!(answer instanceof TokenAnswer.Tokens tokens)) {
            throw CommandProblem.configuration("Nothing was bound: " + why(answer) + ".", List.of());
        }
        try (tokens) {
            tokens.member().ifPresent(member -> say(terminal, member));
            return settings.clientSecret()
                    .map(secret -> BindingSecrets.of(tokens, secret))
                    .orElseGet(() -> BindingSecrets.of(tokens));
        } catch (IllegalArgumentException e) {
            throw CommandProblem.configuration(
                    "The provider's token cannot be bound: " + e.getMessage() + ".", List.of());
        }
    }

    /** Says whose token it is, because that affects what the connector may do. */
    private static void say(Terminal terminal, String member) {
        terminal.err()
                .println("The provider gave no token for the application itself, only one of the person who consented ("
                        + member + "). That token is bound.");
    }

    /** Returns the reason why there are no tokens, without a full stop. */
    private static String why(TokenAnswer answer) {
        if (answer instanceof TokenAnswer.Denied denied) {
            return denied.said().isEmpty() ? "the provider refused it (" + denied.code() + ")" : denied.said();
        }
        return answer instanceof TokenAnswer.Unusable unusable
                ? unusable.why()
                : ((TokenAnswer.Unreachable) answer).why();
    }
}
