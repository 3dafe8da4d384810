package dev.airlock.manifests.names;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.airlock.formats.text.Parsed;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConnectorNameTest {
    @Test
    void hasParts() {
        ConnectorName name =
                ConnectorName.parse("github://acme/tools/connectors/slack").orThrow();
        assertThat(name.scheme()).isEqualTo(Scheme.GITHUB);
        assertThat(name.owner()).isEqualTo("acme");
        assertThat(name.repo()).isEqualTo("tools");
        assertThat(name.subpath()).contains("connectors/slack");
        assertThat(name.authority()).isEqualTo("github://acme/tools");
        assertThat(name).hasToString("github://acme/tools/connectors/slack");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "github://a/b",
                "gitlab://a.b/c_d/e-f",
                "oci://registry/x",
                "https://example.com/x",
                "https://192.0.2.1/x",
                "local://cases/s01-output",
                "github://ALRubinger/X",
                "github://.a/b..c",
                "github://-/-",
            })
    void isItsOwnSpelling(String text) {
        assertThat(ConnectorName.parse(text).orThrow()).hasToString(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "slack",
                "://a/b",
                "github:/a/b",
                "github://",
                "github://a",
                "github://a/",
                "github:///b",
                "github://a//b",
                "github://a/b/",
                "github://a/./b",
                "github://a/..",
                "github://../b",
                "github://a/b\\c",
                "github://a/b%2f",
                "github://a/b c",
                "github://a/b\n",
                "github://a/b\u0000",
                "github://ä/b",
                "github://a/b@1.0.0",
                "github://a:443/b",
                "GitHub://a/b",
                "hub://a/b",
                "http://a/b",
                "file://a/b",
                "https://my_host/x",
                "https://Example.com/x",
                "https://127.1/x",
                "https://example.com./x",
            })
    void refusesWhatIsNoName(String text) {
        assertThat(ConnectorName.parse(text)).isInstanceOf(Parsed.Wrong.class);
    }

    @Test
    void refusesANameWithoutEnd() {
        assertThat(ConnectorName.parse("github://a/" + "b".repeat(244))).isInstanceOf(Parsed.Ok.class);
        assertThat(ConnectorName.parse("github://a/" + "b".repeat(245))).isInstanceOf(Parsed.Wrong.class);
        assertThat(ConnectorName.parse("github://a" + "/b".repeat(500_000))).isInstanceOf(Parsed.Wrong.class);
    }

    @Test
    void cannotBeMadeOfPartsThatAreNoName() {
        assertThatThrownBy(() -> new ConnectorName(Scheme.GITHUB, "..", "b", Optional.empty()))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new ConnectorName(Scheme.GITHUB, "a", "b/c", Optional.empty()))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new ConnectorName(Scheme.GITHUB, "a/b", "c", Optional.empty()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void makesAReferenceWithItsVersion() {
        ConnectorReference reference =
                ConnectorReference.parse("github://acme/slack@1.2.0-rc.1+b").orThrow();
        assertThat(reference.name()).hasToString("github://acme/slack");
        assertThat(reference.version()).hasToString("1.2.0-rc.1+b");
        assertThat(reference).hasToString("github://acme/slack@1.2.0-rc.1+b");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "github://acme/slack",
                "github://acme/slack@",
                "github://acme/slack@latest",
                "github://acme/slack@1.0.0@1.0.0",
                "@1.0.0",
                "slack@1.0.0"
            })
    void refusesWhatIsNoReference(String text) {
        assertThat(ConnectorReference.parse(text)).isInstanceOf(Parsed.Wrong.class);
    }
}
