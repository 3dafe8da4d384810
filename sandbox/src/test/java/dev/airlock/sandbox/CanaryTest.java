package dev.airlock.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.airlock.sandbox.api.Call;
import dev.airlock.sandbox.api.LoadOptions;
import dev.airlock.sandbox.api.Outcome;
import dev.airlock.sandbox.engine.Tier;
import dev.airlock.sandbox.load.Connector;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A secret that an upstream returns, in any form, appears nowhere in the agent's result. */
final class CanaryTest {
    private static final String SECRET = "canary-7f3a/91+be?Q&=c0ffee";
    private static final byte[] BYTES = SECRET.getBytes(StandardCharsets.UTF_8);

    /** The secret as an upstream may echo it; each form can be in a JSON text and in a header. */
    static List<String> forms() {
        return List.of(
                SECRET,
                SECRET.toUpperCase(Locale.ROOT),
                "Bearer " + SECRET,
                "x".repeat(490) + SECRET,
                SECRET.replace("/", "\\\\/"),
                SECRET.replace("c", "\\\\u0063"),
                SECRET.replace("/", "%2F").replace("+", "%2b").replace("?", "%3F"),
                HexFormat.of().formatHex(BYTES),
                HexFormat.of().withUpperCase().formatHex(BYTES),
                Base64.getEncoder().encodeToString(BYTES),
                Base64.getUrlEncoder().withoutPadding().encodeToString(BYTES),
                Base64.getEncoder().encodeToString(("u:" + SECRET).getBytes(StandardCharsets.UTF_8)),
                Base64.getEncoder().encodeToString(("user:" + SECRET + "!").getBytes(StandardCharsets.UTF_8)));
    }

    @ParameterizedTest
    @MethodSource("forms")
    void noFormOfASecretReachesAResult(String form) {
        assertHidden(form, answer(200, form, ""));
    }

    @ParameterizedTest
    @MethodSource("forms")
    void noFormOfASecretReachesAFailure(String form) {
        assertHidden(form, answer(503, form, ""));
        assertHidden(form, answer(429, form, ", Retry-After = \"" + form + "\", x-should-retry = \"" + form + "\""));
    }

    /** Removing hidden characters from shown text must not reassemble the secret. */
    @ParameterizedTest
    @EnumSource(Tier.class)
    void aSecretWithHiddenCharactersInItIsNotPutTogether(Tier tier) {
        String split = SECRET.replace("-", "\u200b-\u200b");
        for (int status : new int[] {200, 503}) {
            String script = answer(status, split, "");
            try (Bench bench = Bench.with(script)) {
                Connector connector = bench.load(
                        Fetch.MANIFEST,
                        Bench.guest("fetch"),
                        LoadOptions.standard().withTier(tier));
                Outcome outcome = invoke(bench, connector);

                assertThat(outcome.transcript().logs().toString()).doesNotContain(SECRET);
                if (outcome instanceof Outcome.Failed failed) {
                    assertThat(shown(failed)).doesNotContain(SECRET);
                }
            }
        }
    }

    private static void assertHidden(String form, String script) {
        try (Bench bench = Bench.with(script)) {
            for (Tier tier : Tier.values()) {
                Connector connector = bench.load(
                        Fetch.MANIFEST,
                        Bench.guest("fetch"),
                        LoadOptions.standard().withTier(tier));

                String shown = shown(invoke(bench, connector));

                assertThat(shown).contains("[redacted]");
                assertThat(shown.toLowerCase(Locale.ROOT))
                        .doesNotContain(form.toLowerCase(Locale.ROOT))
                        .doesNotContain("canary")
                        .doesNotContain("c0ffee")
                        .doesNotContain(HexFormat.of().formatHex(BYTES));
            }
        }
    }

    private static Outcome invoke(Bench bench, Connector connector) {
        return bench.sandbox.invoke(connector, Call.of("run", JsonNodeFactory.instance.objectNode()));
    }

    /** Everything in an outcome, as text. */
    private static String shown(Outcome outcome) {
        String all = outcome.toString();
        return outcome instanceof Outcome.Failed failed
                ? all + failed.failure().message() + failed.failure().details()
                : all;
    }

    private static String answer(int status, String form, String headers) {
        return "[bindings]\napi_key = \"" + SECRET + "\"\n[[exchange]]\nrespond = { status = " + status
                + ", headers = { X-Echo = \"" + form + "\"" + headers + " }, body = '\"" + form.replace("\\\\", "\\")
                + "\"' }\n";
    }
}
