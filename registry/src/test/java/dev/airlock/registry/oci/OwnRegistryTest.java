package dev.airlock.registry.oci;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.airlock.registry.install.SourceException;
import dev.airlock.registry.install.WrongBytesException;
import dev.airlock.registry.net.TestServer;
import dev.airlock.sandbox.host.net.dial.Dialer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The registry contract on the test's own registry, which also requires tokens, redirects, and lies. */
class OwnRegistryTest extends OciRegistryContract {
    private OwnRegistry registry = OwnRegistry.withTokens();
    private RegistryLogins logins = RegistryLogins.NONE;

    @AfterEach
    void stop() {
        registry.close();
    }

    @Override
    RegistryPush push() {
        return registry.push();
    }

    @Override
    Dialer dialer() {
        return registry.server().dialer();
    }

    @Override
    RegistryLogins logins() {
        return logins;
    }

    @Test
    void aTokenIsAskedForOnceForThisRepositoryAndForPullingWhateverTheRegistryWouldHaveIt() throws Exception {
        pushed("acme/slack", "1.0.0", HOST + "/acme/slack", "1.0.0");

        byName(HOST + "/acme/slack@1.0.0");

        assertThat(registry.tokensAsked())
                .containsExactly("scope=repository:acme/slack:pull&service=the registry null");
    }

    @Test
    void whoeverIsLoggedInSaysSoToWhoGivesTokensAndHasTheTokenForTheRegistry() throws Exception {
        pushed("acme/slack", "1.0.0", HOST + "/acme/slack", "1.0.0");
        logins = host -> host.equals("registry.example.com")
                ? RegistryLogins.Login.of("Basic bWU6c2VjcmV0")
                : RegistryLogins.Login.none();
        registry.authorizations().clear();

        byName(HOST + "/acme/slack@1.0.0");

        assertThat(registry.tokensAsked()).singleElement().asString().endsWith(" Basic bWU6c2VjcmV0");
        assertThat(registry.authorizations())
                .startsWith("registry.example.com null")
                .allMatch(said -> !said.contains("Basic"));
    }

    @Test
    void aMirrorLearnsTheLoginOfTheMirrorAndNotThatOfTheRegistryInWhosePlaceItStands() throws Exception {
        pushed("acme/slack", "1.0.0", "oci://ghcr.io/acme/slack", "1.0.0");
        logins = host -> RegistryLogins.Login.of("Basic " + host);

        called(
                "oci://ghcr.io/acme/slack@1.0.0",
                downloads -> OciSource.mirrored(downloads, "https://registry.example.com/", logins));

        assertThat(registry.tokensAsked()).last().asString().endsWith(" Basic registry.example.com");
    }

    @Test
    void aTokenDoesNotGoAlongToTheHostThatTheBlobsLieOn() throws Exception {
        pushed("acme/slack", "1.0.0", HOST + "/acme/slack", "1.0.0");
        registry.keepBlobsElsewhere();

        byName(HOST + "/acme/slack@1.0.0");

        assertThat(registry.authorizations()).contains("other.example.com null");
    }

    @Test
    void whereTheBlobsLieNobodyCanAskForTheLoginToTheRegistry() {
        registry.close();
        registry = OwnRegistry.open();
        pushed("acme/slack", "1.0.0", HOST + "/acme/slack", "1.0.0");
        logins = host -> RegistryLogins.Login.of("Basic bWU6c2VjcmV0");
        registry.askElsewhere("Bearer realm=\"https://evil.example.com/token\",service=\"x\"");

        assertRefused(
                HOST + "/acme/slack@1.0.0",
                "registry.example.com:443 redirects to other.example.com:443, which needs a login");
        assertThat(registry.server().requests()).noneMatch(request -> request.contains("evil.example.com"));
        assertThat(registry.tokensAsked()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "application/vnd.oci.image.index.v1+json | '' | could be read as either",
                "application/vnd.oci.image.index.v1+json | ',\"manifests\":[]' | could be read as either",
                "application/vnd.docker.distribution.manifest.v2+json | '' | could be read as either",
                "application/vnd.oci.image.manifest.v1+json | ',\"manifests\":[]' | is not an image manifest",
            })
    void aManifestThatCouldBeReadAsSomethingElseIsNone(String type, String besides, String why) {
        pushed("acme/slack", "1.0.0", HOST + "/acme/slack", "1.0.0");
        registry.describeManifests(type, besides);

        assertRefused(HOST + "/acme/slack@1.0.0", why);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/vnd.oci.image.manifest.v1+json; charset=utf-8",
                "application/VND.oci.image.manifest.v1+JSON",
                "application/json",
                "text/plain"
            })
    void aRegistryThatSaysLittleOfAManifestIsBelievedWhatTheManifestSays(String type) throws Exception {
        pushed("acme/slack", "1.0.0", HOST + "/acme/slack", "1.0.0");
        registry.describeManifests(type, "");

        byName(HOST + "/acme/slack@1.0.0");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Basic realm=\"x\", Bearer realm=\"https://registry.example.com/token\",service=\"a, \\\"b\\\"\"",
                "Bearer realm=\"https://registry.example.com/token\",service=\"a, \\\"b\\\"\", Basic realm=\"x\"",
                "Negotiate, Basic realm=\"Bearer\"\nBearer service=\"a, \\\"b\\\"\",realm=\"https://registry.example.com/token\""
            })
    void aTokenIsTakenWhereverItIsOfferedAmongOtherChallenges(String challenges) throws Exception {
        registry.close();
        registry = OwnRegistry.challenging(challenges);
        pushed("acme/slack", "1.0.0", HOST + "/acme/slack", "1.0.0");

        byName(HOST + "/acme/slack@1.0.0");

        assertThat(registry.tokensAsked()).containsExactly("scope=repository:acme/slack:pull&service=a, \"b\" null");
    }

    @Test
    void aLoginIsSaidToTheRegistryItselfOnlyWhereItAsksForThat() throws Exception {
        registry.close();
        registry = OwnRegistry.challenging("Negotiate, Basic realm=\"x\"");
        pushed("acme/slack", "1.0.0", HOST + "/acme/slack", "1.0.0");
        logins = host -> RegistryLogins.Login.of("Bearer " + OwnRegistry.TOKEN);

        byName(HOST + "/acme/slack@1.0.0");
        assertThat(registry.tokensAsked()).isEmpty();

        registry.close();
        registry = OwnRegistry.challenging("Negotiate YII=, NTLM");
        assertRefused(HOST + "/acme/slack@1.0.0", "of a kind that Airlock does not support (negotiate, ntlm)");
        assertThat(registry.authorizations()).containsExactly("registry.example.com null");
    }

    @Test
    void aTokenThatIsNoLongerTakenIsAskedForAnew() throws Exception {
        pushed("acme/slack", "1.0.0", HOST + "/acme/slack", "1.0.0");
        registry.answer("GET /v2/acme/slack/blobs/", 1, exchange -> {
            registry.expireTokens();
            exchange.getResponseHeaders()
                    .set("WWW-Authenticate", "Bearer realm=\"https://registry.example.com/token\"");
            TestServer.answer(exchange, 401, new byte[0]);
        });

        byName(HOST + "/acme/slack@1.0.0");

        assertThat(registry.tokensAsked()).hasSize(2);
    }

    @Test
    void aRegistryThatAsksToWaitIsLeftAloneForSoLong() throws Exception {
        pushed("acme/slack", "1.0.0", HOST + "/acme/slack", "1.0.0");
        registry.answer("GET /v2/acme/slack/manifests", 1, exchange -> {
            exchange.getResponseHeaders().set("Retry-After", "1");
            TestServer.answer(exchange, 429, new byte[0]);
        });

        byName(HOST + "/acme/slack@1.0.0");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Bearer service=\"x\"",
                "Bearer realm=\"http://registry.example.com/token\"",
                "Basic realm=\"x\"",
                "Negotiate",
                ""
            })
    void whoCannotBeAskedForATokenGivesNothing(String challenge) {
        registry.close();
        registry = OwnRegistry.challenging(challenge);
        pushed("acme/slack", "1.0.0", HOST + "/acme/slack", "1.0.0");

        assertThatThrownBy(() -> byName(HOST + "/acme/slack@1.0.0")).isInstanceOf(SourceException.class);
        assertThat(registry.tokensAsked()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(
            value = OwnRegistry.Lie.class,
            names = {"MANIFEST_HEADER", "LAYER_BYTE", "LAYER_SHORTER", "LAYER_LONGER"})
    void whatIsNotOfItsDigestOrSizeIsNoticed(OwnRegistry.Lie lie) {
        pushed("acme/slack", "1.0.0", HOST + "/acme/slack", "1.0.0");
        registry.lie(lie);

        assertThatThrownBy(() -> byName(HOST + "/acme/slack@1.0.0"))
                .isInstanceOf(WrongBytesException.class)
                .hasMessageContaining(HOST + "/acme/slack:1.0.0 does not match its source");
    }

    @Test
    void anotherManifestThanThatOfTheDigestIsNoticed() {
        String digest = pushed("acme/slack", "1.0.0", HOST + "/acme/slack", "1.0.0");
        registry.lie(OwnRegistry.Lie.MANIFEST);

        assertThatThrownBy(() -> at(HOST + "/acme/slack@" + digest, HOST + "/acme/slack@1.0.0"))
                .isInstanceOfSatisfying(
                        WrongBytesException.class,
                        e -> assertThat(e.expected()).isEqualTo(digest).isNotEqualTo(e.actual()));
    }

    @Test
    void aLayerThatIsHugeByItsOwnAccountIsNotFetched() {
        pushed("acme/slack", "1.0.0", HOST + "/acme/slack", "1.0.0");
        registry.lie(OwnRegistry.Lie.SIZE_HUGE);
        registry.server().requests().clear();

        assertRefused(HOST + "/acme/slack@1.0.0", "larger than a package may be");
        assertThat(registry.server().requests()).noneMatch(request -> request.contains("/blobs/"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "oci://registry.example.com",
                "oci:///acme/slack",
                "oci://registry.example.com/acme//slack",
                "oci://registry.example.com/acme/../slack",
                "oci://registry.example.com/acme/slack:",
                "oci://registry.example.com/acme/slack:-x",
                "oci://registry.example.com/acme/slack@sha512:00",
                "oci://registry.example.com/acme/slack?x",
                "oci://me@registry.example.com/acme/slack",
                "oci://registry.example.com:123456/acme/slack"
            })
    void aPlaceThatIsNoneIsRefusedBeforeAnythingIsAsked(String place) {
        assertThatThrownBy(() -> at(place, "github://acme/slack@1.0.0"))
                .isInstanceOf(SourceException.class)
                .hasMessageContaining("A place in a registry is oci://");
        assertThat(registry.server().requests()).isEmpty();
    }
}
