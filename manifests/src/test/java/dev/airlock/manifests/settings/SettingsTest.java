package dev.airlock.manifests.settings;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.airlock.formats.text.Parsed;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.ManifestReader;
import dev.airlock.manifests.ManifestResult;
import dev.airlock.manifests.ManifestText;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Values enter a manifest through one strict parser and complete exactly the hosts that name them. */
class SettingsTest {
    private static final ConnectorManifest MANIFEST =
            ManifestReader.read("manifest.toml", """
                    [connector]
                    name = "local://cases/settings"
                    version = "1.0.0"
                    [capabilities.network]
                    hosts = ["api.example.com:443", "{settings.site}.example.com:443", "{settings.server}"]
                    [settings.site]
                    type = "string"
                    [settings.server]
                    type = "string"
                    default = "tickets.example.org:443"
                    [settings.pages]
                    type = "integer"
                    default = 20
                    [settings.share]
                    type = "number"
                    default = 0.5
                    [settings.drafts]
                    type = "boolean"
                    default = true
                    """).orThrow();

    @Test
    void aManifestGrantsTheHostsThatItsDefaultsComplete() {
        assertThat(MANIFEST.capabilities().grants())
                .extracting(Object::toString)
                .containsExactly("api.example.com:443", "tickets.example.org:443");
        assertThat(MANIFEST.settings().missing()).extracting(Setting::name).containsExactly("site");
    }

    @Test
    void valuesTakeThePlaceOfThoseBefore() {
        ConnectorManifest acme = with("site", TextNode.valueOf("acme"));
        assertThat(acme.capabilities().grants())
                .extracting(Object::toString)
                .containsExactly("api.example.com:443", "acme.example.com:443", "tickets.example.org:443");
        ConnectorManifest other = acme.with(acme.settings()
                .with(Map.of("site", TextNode.valueOf("other"), "server", TextNode.valueOf("acme.example.com:8443")))
                .orThrow());
        assertThat(other.capabilities().grants())
                .extracting(Object::toString)
                .containsExactly("api.example.com:443", "other.example.com:443", "acme.example.com:8443");
    }

    @Test
    void aHostThatTheManifestNamesInFullStaysWhateverASettingWas() {
        ConnectorManifest same = with("site", TextNode.valueOf("api"));
        ConnectorManifest other = same.with(
                same.settings().with(Map.of("site", TextNode.valueOf("acme"))).orThrow());
        assertThat(other.capabilities().grants())
                .extracting(Object::toString)
                .containsExactly("api.example.com:443", "acme.example.com:443", "tickets.example.org:443");
    }

    @Test
    void theDocumentHasEachValueInItsType() {
        assertThat(with("pages", IntNode.valueOf(7)).settings().document().orElseThrow())
                .hasToString("{\"server\":\"tickets.example.org:443\",\"pages\":7,\"share\":0.5,\"drafts\":true}");
    }

    @Test
    void aManifestIsWrittenAsItWasDeclared() {
        String text = ManifestText.of(with("site", TextNode.valueOf("acme")));
        assertThat(text).doesNotContain("acme.example.com", "[\"tickets");
        assertThat(ManifestReader.read("manifest.toml", text).orThrow()).isEqualTo(MANIFEST);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ".",
                "a.b",
                "evil.example/",
                "acme:443",
                "acme@evil",
                "acme#",
                "acme?",
                "acme/",
                "acme\\",
                "%61",
                "a b",
                "-a",
                "a-",
                "*",
                "{settings.server}",
                "ä",
                "a\u0000",
                "acme\u200b",
                "xn--\u0131"
            })
    void aLabelIsOneLabelAndNothingElse(String value) {
        assertThat(MANIFEST.settings().read("site", value)).isInstanceOf(Parsed.Wrong.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "acme",
                "acme:",
                ":443",
                "acme:0",
                "acme:70000",
                "http://acme:80",
                "https://acme:443",
                "acme:443/x",
                "u@acme:443",
                "*:443",
                "acme:443#",
                "0x7f.1:80",
                "2130706433:80",
                "[::1:80",
                "acme:443,b:443",
                "acme :443"
            })
    void aWholeHostIsOneHostAndNothingElse(String value) {
        assertThat(MANIFEST.settings().read("server", value)).isInstanceOf(Parsed.Wrong.class);
    }

    @ParameterizedTest
    @CsvSource({
        "pages,1.5",
        "pages,0x1",
        "pages,007",
        "pages,99999999999999999999",
        "pages,''",
        "share,.5",
        "share,1e9",
        "share,NaN",
        "drafts,TRUE",
        "drafts,1",
        "unknown,1"
    })
    void aValueIsOfItsType(String name, String value) {
        assertThat(MANIFEST.settings().read(name, value)).isInstanceOf(Parsed.Wrong.class);
    }

    @ParameterizedTest
    @CsvSource({
        "pages,-3,-3",
        "share,1,1",
        "share,-0.25,-0.25",
        "drafts,false,false",
        "site,AcMe-1,AcMe-1",
        "server,[::1]:8443,[::1]:8443"
    })
    void aValueIsReadAsItIsTyped(String name, String value, String read) {
        assertThat(MANIFEST.settings().read(name, value).orThrow().asText()).isEqualTo(read);
    }

    @Test
    void aLabelMakesNoAddress() {
        HostTemplate template = HostTemplate.parse("10.0.0.{settings.x}.1:80")
                .optional()
                .orElse(HostTemplate.parse("{settings.x}.0.0.1:80").optional().orElse(null));
        assertThat(template == null || template.fill("127") instanceof Parsed.Wrong)
                .isTrue();
    }

    private static ConnectorManifest with(String name, JsonNode value) {
        return MANIFEST.with(MANIFEST.settings().with(Map.of(name, value)).orThrow());
    }

    @ParameterizedTest
    @ValueSource(strings = {"inf", "-inf", "nan", "1e300", "1e-300"})
    void aDefaultThatIsNoDecimalNumberIsAProblem(String number) {
        ManifestResult read = ManifestReader.read("manifest.toml", """
                        [connector]
                        name = "local://cases/settings"
                        version = "1.0.0"
                        [settings.share]
                        type = "number"
                        default = %s
                        """.formatted(number));
        assertThat(read)
                .isInstanceOfSatisfying(
                        ManifestResult.Problems.class,
                        wrong -> assertThat(wrong.problems())
                                .anySatisfy(problem ->
                                        assertThat(problem.toString()).contains("default")));
    }
}
