package dev.airlock.conformance.conversion.secrets;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretNamesTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "password",
                "Password",
                "user_password",
                "passwordConfirmation",
                "token",
                "accessToken",
                "ACCESS_TOKEN",
                "card_token",
                "X-Api-Key",
                "apiKey",
                "APIKey",
                "apikey",
                "client-secret",
                "clientSecretValue",
                "Authorization",
                "Set-Cookie",
                "session_id",
                "sessionid.token",
                "X-Amz-Signature",
                "private_key",
                "pin"
            })
    void soundLikeASecret(String name) {
        assertThat(SecretNames.sounds(name)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "-",
                "text",
                "key",
                "idempotency_key",
                "tokens",
                "max_tokens",
                "token_type",
                "author",
                "spin",
                "secretary",
                "ping",
                "channel_id",
                "monkey",
                "Authored-By"
            })
    void soundLikeNone(String name) {
        assertThat(SecretNames.sounds(name)).isFalse();
    }
}
