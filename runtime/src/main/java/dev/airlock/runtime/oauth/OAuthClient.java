package dev.airlock.runtime.oauth;

import com.nimbusds.oauth2.sdk.AccessTokenResponse;
import com.nimbusds.oauth2.sdk.AuthorizationCode;
import com.nimbusds.oauth2.sdk.AuthorizationCodeGrant;
import com.nimbusds.oauth2.sdk.AuthorizationGrant;
import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.oauth2.sdk.RefreshTokenGrant;
import com.nimbusds.oauth2.sdk.TokenRequest;
import com.nimbusds.oauth2.sdk.TokenResponse;
import com.nimbusds.oauth2.sdk.auth.ClientSecretBasic;
import com.nimbusds.oauth2.sdk.auth.Secret;
import com.nimbusds.oauth2.sdk.http.HTTPResponse;
import com.nimbusds.oauth2.sdk.id.ClientID;
import com.nimbusds.oauth2.sdk.pkce.CodeVerifier;
import com.nimbusds.oauth2.sdk.token.AccessTokenType;
import com.nimbusds.oauth2.sdk.token.RefreshToken;
import com.nimbusds.oauth2.sdk.token.Tokens;
import dev.airlock.sandbox.time.Clock;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Asks a token endpoint for tokens. Thread-safe. */
public final class OAuthClient {
    /** What is said to hold for longer than this is asked about again then. */
    private static final long MOST_LIFETIME_SECONDS = TimeUnit.DAYS.toSeconds(3650);

    private static final int BAD_REQUEST = 400;
    private static final int SERVER_ERROR = 500;
    /** Who answers with these does not say no. */
    private static final Set<Integer> LATER = Set.of(408, 425, 429);
    /** Nor does who gives one of these errors (RFC 6749, section 4.1.2.1, and RFC 8628, section 3.5). */
    private static final Set<String> LATER_CODES =
            Set.of("temporarily_unavailable", "server_error", "slow_down", "authorization_pending");

    private final TokenEndpoint endpoint;
    private final Clock clock;

    /** @param clock what time it is, so that a token's lifetime becomes its end */
    public OAuthClient(TokenEndpoint endpoint, Clock clock) {
        this.endpoint = endpoint;
        this.clock = clock;
    }

    /** Tokens in exchange for one that renews them. The provider may give a new one of these too, and refuse the old one. */
    public TokenAnswer refresh(OAuthSettings settings, byte[] refreshToken) {
        return ask(settings, new RefreshTokenGrant(new RefreshToken(new String(refreshToken, StandardCharsets.UTF_8))));
    }

    /** Tokens in exchange for the code that came with a redirect. */
    TokenAnswer redeem(OAuthSettings settings, String code, URI redirect, CodeVerifier verifier) {
        return ask(settings, new AuthorizationCodeGrant(new AuthorizationCode(code), redirect, verifier));
    }

    private TokenAnswer ask(OAuthSettings settings, AuthorizationGrant grant) {
        Instant asked = clock.now();
        ClientID client = new ClientID(settings.clientId());
        TokenRequest.Builder request = settings.clientSecret()
                .map(secret -> new TokenRequest.Builder(
                        settings.tokenUrl(), new ClientSecretBasic(client, new Secret(secret)), grant))
                .orElseGet(() -> new TokenRequest.Builder(settings.tokenUrl(), client, grant));
        try {
            HTTPResponse response = request.build().toHTTPRequest().send(endpoint.sender());
            int status = response.getStatusCode();
            return status >= SERVER_ERROR || LATER.contains(status)
                    ? answered(status)
                    : answer(TokenResponse.parse(response), status, asked);
        } catch (TokenEndpointException e) {
            return new TokenAnswer.Unreachable(e.why());
        } catch (IOException | ParseException e) {
            return new TokenAnswer.Unreachable("the token endpoint gave an answer that is no token response");
        }
    }

    private static TokenAnswer answer(TokenResponse response, int status, Instant asked) {
        if (response instanceof AccessTokenResponse success) {
            return tokens(success.getTokens(), asked);
        }
        String code = response.toErrorResponse().getErrorObject().getCode();
        if (status < BAD_REQUEST || code == null || LATER_CODES.contains(code)) {
            return answered(status); // by whoever stands before the provider, or by one who can say more later
        }
        return new TokenAnswer.Denied(code.matches("[a-z_]{1,40}") ? code : "status " + status);
    }

    /** A client must not use a token of a type that it does not understand (RFC 6749, section 7.1). */
    private static TokenAnswer tokens(Tokens tokens, Instant asked) {
        if (!tokens.getAccessToken().getType().equals(AccessTokenType.BEARER)) {
            return new TokenAnswer.Unreachable("the token endpoint gave a token that is no bearer token");
        }
        long lifetime = tokens.getAccessToken().getLifetime();
        return new TokenAnswer.Tokens(
                bytes(tokens.getAccessToken().getValue()),
                Optional.ofNullable(tokens.getRefreshToken()).map(token -> bytes(token.getValue())),
                lifetime > 0
                        ? Optional.of(asked.plusSeconds(Math.min(lifetime, MOST_LIFETIME_SECONDS)))
                        : Optional.empty());
    }

    private static TokenAnswer answered(int status) {
        return new TokenAnswer.Unreachable("the token endpoint answered " + status);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
