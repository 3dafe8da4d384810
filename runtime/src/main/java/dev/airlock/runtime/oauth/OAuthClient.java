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
import dev.airlock.failures.Redactor;
import dev.airlock.sandbox.time.Clock;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Asks a token endpoint for tokens. Thread-safe. */
public final class OAuthClient {
    private static final int BAD_REQUEST = 400;
    static final int SERVER_ERROR = 500;
    /** Who answers with these does not say no. */
    static final Set<Integer> LATER = Set.of(408, 425, 429);
    /** Nor does who gives one of these errors (RFC 6749, section 4.1.2.1, and RFC 8628, section 3.5). */
    private static final Set<String> LATER_CODES =
            Set.of("temporarily_unavailable", "server_error", "slow_down", "authorization_pending");
    /**
     * Some providers say no with a status of success. These errors mean it: those of RFC 6749, section 5.2, GitHub's and Slack's own; what
     * a gateway says in that way does not.
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

    /** @param clock what time it is, so that a token's lifetime becomes its end */
    public OAuthClient(TokenEndpoint endpoint, Clock clock) {
        this.endpoint = endpoint;
        this.clock = clock;
    }

    /** Tokens in exchange for one that renews them. The provider may give a new one of these too, and refuse the old one. */
    public TokenAnswer refresh(OAuthSettings settings, byte[] refreshToken) {
        String token = new String(refreshToken, StandardCharsets.UTF_8);
        return ask(settings, new RefreshTokenGrant(new RefreshToken(token)), token);
    }

    /** Tokens in exchange for the code that came with a redirect. */
    TokenAnswer redeem(OAuthSettings settings, String code, URI redirect, CodeVerifier verifier) {
        return ask(settings, new AuthorizationCodeGrant(new AuthorizationCode(code), redirect, verifier), code);
    }

    /** What time it is. */
    Clock clock() {
        return clock;
    }

    /** Asks for a code that a person enters in a browser (RFC 8628, section 3.1). */
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
            return new DeviceReply.None(new TokenAnswer.Unreachable(
                    "the provider's answer is not a device authorization response"));
        }
    }

    /** Asks once whether the person has consented (RFC 8628, section 3.4). */
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

    /** What was answered. What a provider says of an error is kept and shown, so it has no secret of the request in it. */
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
            // by whoever stands before the provider, or by one who can say more later
            return code.isEmpty()
                    ? answered(status)
                    : new TokenAnswer.Unreachable("the token endpoint answered " + status + ", and " + reply.said());
        }
        return reply.denied(status);
    }

    private static TokenAnswer answered(int status) {
        return new TokenAnswer.Unreachable("the token endpoint answered " + status);
    }
}
