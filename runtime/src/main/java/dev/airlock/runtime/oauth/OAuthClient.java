package dev.airlock.runtime.oauth;

import com.nimbusds.oauth2.sdk.AuthorizationCode;
import com.nimbusds.oauth2.sdk.AuthorizationCodeGrant;
import com.nimbusds.oauth2.sdk.AuthorizationGrant;
import com.nimbusds.oauth2.sdk.RefreshTokenGrant;
import com.nimbusds.oauth2.sdk.Scope;
import com.nimbusds.oauth2.sdk.TokenRequest;
import com.nimbusds.oauth2.sdk.auth.ClientSecretBasic;
import com.nimbusds.oauth2.sdk.auth.Secret;
import com.nimbusds.oauth2.sdk.device.DeviceAuthorizationRequest;
import com.nimbusds.oauth2.sdk.device.DeviceCode;
import com.nimbusds.oauth2.sdk.device.DeviceCodeGrant;
import com.nimbusds.oauth2.sdk.http.HTTPResponse;
import com.nimbusds.oauth2.sdk.id.ClientID;
import com.nimbusds.oauth2.sdk.pkce.CodeVerifier;
import com.nimbusds.oauth2.sdk.token.RefreshToken;
import dev.airlock.failures.redaction.Redactor;
import dev.airlock.sandbox.time.Clock;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Requests tokens from a token endpoint. Thread-safe. */
public final class OAuthClient {
    private static final int BAD_REQUEST = 400;
    static final int SERVER_ERROR = 500;
    /** Statuses that are not a refusal. */
    static final Set<Integer> LATER = Set.of(408, 425, 429);
    /** Errors that are not a refusal (RFC 6749, section 4.1.2.1, and RFC 8628, section 3.5). */
    private static final Set<String> LATER_CODES =
            Set.of("temporarily_unavailable", "server_error", "slow_down", "authorization_pending");
    /**
     * Errors that are a refusal even with a success status, which some providers send: those of RFC 6749, section 5.2, and those of GitHub
     * and Slack. A gateway's error with a success status is none.
     */
    private static final Set<String> FINAL_CODES = Set.of(
            "invalid_request",
            "invalid_client",
            "invalid_grant",
            "unauthorized_client",
            "unsupported_grant_type",
            "invalid_scope",
            "bad_verification_code",
            "bad_refresh_token",
            "incorrect_client_credentials",
            "redirect_uri_mismatch",
            "invalid_code",
            "code_already_used",
            "invalid_refresh_token",
            "token_revoked",
            "invalid_client_id",
            "bad_client_secret",
            "bad_redirect_uri",
            "invalid_grant_type");

    static final int HUNDRED = 100;

    private final TokenEndpoint endpoint;
    private final Clock clock;

    /** @param clock the clock that turns a token's lifetime into its end */
    public OAuthClient(TokenEndpoint endpoint, Clock clock) {
        this.endpoint = endpoint;
        this.clock = clock;
    }

    /** Exchanges a refresh token for tokens. The provider may issue a new refresh token and revoke the old one. */
    public TokenAnswer refresh(OAuthSettings settings, byte[] refreshToken) {
        String token = new String(refreshToken, StandardCharsets.UTF_8);
        return ask(settings, new RefreshTokenGrant(new RefreshToken(token)), token);
    }

    /** Exchanges the code of a redirect for tokens. */
    TokenAnswer redeem(OAuthSettings settings, String code, URI redirect, CodeVerifier verifier) {
        return ask(settings, new AuthorizationCodeGrant(new AuthorizationCode(code), redirect, verifier), code);
    }

    /** Returns the clock. */
    Clock clock() {
        return clock;
    }

    /** Requests a device code (RFC 8628, section 3.1). */
    DeviceReply deviceCode(OAuthSettings settings) {
        ClientID client = new ClientID(settings.clientId());
        DeviceAuthorizationRequest.Builder request = settings.clientSecret()
                .map(secret ->
                        new DeviceAuthorizationRequest.Builder(new ClientSecretBasic(client, new Secret(secret))))
                .orElseGet(() -> new DeviceAuthorizationRequest.Builder(client));
        try {
            HTTPResponse response = request.scope(new Scope(settings.scopes().toArray(new String[0])))
                    .endpointURI(settings.consent().device().orElseThrow())
                    .build()
                    .toHTTPRequest()
                    .send(endpoint.sender());
            return DeviceReply.read(body(response, settings), response.getStatusCode());
        } catch (TokenEndpointException e) {
            return new DeviceReply.None(new TokenAnswer.Unreachable(e.why()));
        } catch (IOException e) {
            return new DeviceReply.None(
                    new TokenAnswer.Unreachable("the provider's answer is not a device authorization response"));
        }
    }

    /** Polls once for the person's consent (RFC 8628, section 3.4). */
    DevicePoll poll(OAuthSettings settings, String deviceCode) {
        Instant asked = clock.now();
        try {
            HTTPResponse response = send(settings, new DeviceCodeGrant(new DeviceCode(deviceCode)));
            return DevicePoll.read(body(response, settings, deviceCode), response.getStatusCode(), asked);
        } catch (TokenEndpointException e) {
            TokenAnswer.Unreachable why = new TokenAnswer.Unreachable(e.why());
            return e.isFinal() ? new DevicePoll.Ended(why) : new DevicePoll.Lost(why);
        } catch (IOException e) {
            return new DevicePoll.Lost(
                    new TokenAnswer.Unreachable("the token endpoint's answer is not a token response"));
        }
    }

    private HTTPResponse send(OAuthSettings settings, AuthorizationGrant grant) throws IOException {
        ClientID client = new ClientID(settings.clientId());
        TokenRequest.Builder request = settings.clientSecret()
                .map(secret -> new TokenRequest.Builder(
                        settings.tokenUrl(), new ClientSecretBasic(client, new Secret(secret)), grant))
                .orElseGet(() -> new TokenRequest.Builder(settings.tokenUrl(), client, grant));
        return request.build().toHTTPRequest().send(endpoint.sender());
    }

    private TokenAnswer ask(OAuthSettings settings, AuthorizationGrant grant, String secret) {
        Instant asked = clock.now();
        try {
            HTTPResponse response = send(settings, grant);
            int status = response.getStatusCode();
            return status >= SERVER_ERROR || LATER.contains(status)
                    ? answered(status)
                    : answer(body(response, settings, secret), status, asked);
        } catch (TokenEndpointException e) {
            return new TokenAnswer.Unreachable(e.why());
        } catch (IOException e) {
            return new TokenAnswer.Unreachable("the token endpoint's answer is not a token response");
        }
    }

    /** Returns the body of an answer. The text of an error is stored and shown, so secrets of the request are removed from it. */
    private static String body(HTTPResponse response, OAuthSettings settings, String... sent) {
        String body = String.valueOf(response.getBody());
        List<String> secrets = Stream.concat(settings.clientSecret().stream(), Stream.of(sent))
                .filter(Redactor::canFind)
                .toList();
        return TokenReply.read(body).flatMap(TokenReply::error).isPresent()
                ? Redactor.of(secrets).redact(body)
                : body;
    }

    static TokenAnswer answer(String body, int status, Instant asked) {
        Optional<TokenReply> reply = TokenReply.read(body);
        boolean isSuccess = status / HUNDRED == 2;
        if (reply.isEmpty()) {
            return isSuccess
                    ? new TokenAnswer.Unreachable("the token endpoint's answer is not a token response")
                    : answered(status);
        }
        Optional<String> error = reply.get().error();
        return isSuccess && error.isEmpty() ? reply.get().tokens(asked) : refused(reply.get(), status);
    }

    private static TokenAnswer refused(TokenReply reply, int status) {
        String code = reply.error().orElse("");
        boolean isFinal = status >= BAD_REQUEST ? !LATER_CODES.contains(code) : FINAL_CODES.contains(code);
        if (code.isEmpty() || !isFinal) {
            // from a gateway before the provider, or from a provider that may answer later
            return code.isEmpty()
                    ? answered(status)
                    : new TokenAnswer.Unreachable(
                            "the token endpoint answered " + status + ", and " + reply.description());
        }
        return reply.denied(status);
    }

    private static TokenAnswer answered(int status) {
        return new TokenAnswer.Unreachable("the token endpoint answered " + status);
    }
}
