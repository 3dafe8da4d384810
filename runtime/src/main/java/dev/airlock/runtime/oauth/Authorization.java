package dev.airlock.runtime.oauth;

import com.nimbusds.oauth2.sdk.AuthorizationRequest;
import com.nimbusds.oauth2.sdk.ResponseType;
import com.nimbusds.oauth2.sdk.Scope;
import com.nimbusds.oauth2.sdk.id.ClientID;
import com.nimbusds.oauth2.sdk.id.State;
import com.nimbusds.oauth2.sdk.pkce.CodeChallengeMethod;
import com.nimbusds.oauth2.sdk.pkce.CodeVerifier;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;

/**
 * One consent of a person: a URL to open in a browser, and a listener on the loopback interface to which the browser returns with a code.
 * PKCE (S256) and a random state bind the code to this attempt.
 *
 * <pre>{@code
 * try (Authorization consent = Authorization.begin(settings)) {
 *     show(consent.url());
 *     TokenAnswer answer = consent.await(client, Duration.ofMinutes(5));
 * }
 * }</pre>
 */
public final class Authorization implements AutoCloseable {
    private final OAuthSettings settings;
    private final LoopbackRedirect redirect;
    private final CodeVerifier verifier = new CodeVerifier();
    private final State state;

    private Authorization(OAuthSettings settings, LoopbackRedirect redirect, State state) {
        this.settings = settings;
        this.redirect = redirect;
        this.state = state;
    }

    /**
     * Begins to listen for the browser.
     *
     * @throws IOException if nothing can listen on the loopback interface
     * @throws java.util.NoSuchElementException if the settings name no authorization URL
     */
    public static Authorization begin(OAuthSettings settings) throws IOException {
        State state = new State();
        return new Authorization(settings, LoopbackRedirect.listen(state.getValue()), state);
    }

    /** Returns the URL to open in a browser. */
    public URI url() {
        return new AuthorizationRequest.Builder(ResponseType.CODE, new ClientID(settings.clientId()))
                .endpointURI(settings.consent().authorize().orElseThrow())
                .redirectionURI(redirect.uri())
                .scope(new Scope(settings.scopes().toArray(new String[0])))
                .state(state)
                .codeChallenge(verifier, CodeChallengeMethod.S256)
                .build()
                .toURI();
    }

    /**
     * Waits for the browser to return, and redeems the code.
     *
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    public TokenAnswer await(OAuthClient client, Duration atMost) throws InterruptedException {
        LoopbackRedirect.Answer answer = redirect.await(atMost);
        if (answer instanceof LoopbackRedirect.Answer.Code code) {
            return client.redeem(settings, code.value(), redirect.uri(), verifier);
        }
        if (answer instanceof LoopbackRedirect.Answer.Refused refused) {
            return new TokenAnswer.Denied(refused.error());
        }
        return new TokenAnswer.Unreachable("there was no consent within " + atMost.toSeconds() + " s");
    }

    @Override
    public void close() {
        redirect.close();
    }
}
