package dev.airlock.cli.binding;

import dev.airlock.cli.console.CommandProblem;
import dev.airlock.cli.console.Terminal;
import dev.airlock.cli.console.outcome.Interruption;
import dev.airlock.runtime.bindings.BindingSecrets;
import dev.airlock.runtime.bindings.Bindings;
import dev.airlock.runtime.oauth.DeviceAuthorization;
import dev.airlock.runtime.oauth.DeviceStart;
import dev.airlock.runtime.oauth.OAuthSettings;
import java.util.List;

/**
 * Consent with a code that a person enters in a browser on any machine.
 *
 * @param interruption ends the wait for the person immediately
 */
record DeviceConsent(Terminal terminal, Interruption interruption) {
    private static final int SECONDS = 60;

    /** Obtains the tokens and returns them as secrets to bind. */
    BindingSecrets secrets(Bindings bindings, OAuthSettings settings) {
        interruption.loading();
        try {
            DeviceStart start = DeviceAuthorization.begin(settings, bindings.oauth());
            if (start instanceof DeviceStart.Refused refused) {
                return ConsentedTokens.secrets(terminal, refused.why(), settings);
            }
            DeviceAuthorization authorization = ((DeviceStart.Begun) start).authorization();
            show(authorization.prompt());
            return ConsentedTokens.secrets(terminal, authorization.await(), settings);
        } catch (InterruptedException e) {
            throw CommandProblem.configuration("Nothing was bound: the command was interrupted.", List.of());
        } finally {
            interruption.finishing(() -> {});
        }
    }

    private void show(DeviceAuthorization.Prompt prompt) {
        terminal.err().println("Open this address in a browser on any machine, enter the code, and consent there:");
        terminal.err().println(prompt.page());
        terminal.err().println("code  " + prompt.code());
        prompt.pageWithCode().ifPresent(page -> {
            terminal.err().println("Or open this one, which has the code; check that the page shows the same code:");
            terminal.err().println(page);
        });
        long seconds = prompt.validFor().toSeconds();
        terminal.err()
                .println("The code is valid for "
                        + (seconds < 2 * SECONDS ? seconds + " s" : seconds / SECONDS + " min")
                        + ". Waiting for your consent.");
    }
}
