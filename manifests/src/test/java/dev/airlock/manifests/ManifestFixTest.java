package dev.airlock.manifests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.airlock.failures.limit.LimitName;
import dev.airlock.manifests.credentials.CredentialKind;
import dev.airlock.manifests.hosts.NetworkGrant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ManifestFixTest {
    private static final String BARE = "[connector]\nname = \"local://cases/x\"\nversion = \"1.0.0\"\n";

    @Test
    void grantsAHostInATableOfItsOwn() {
        ManifestFix fix = ManifestFix.network(read(BARE), grant("api.example.com:443"));
        assertThat(fix.toml()).isEqualTo("[capabilities.network]\nhosts = [\"api.example.com:443\"]");
        assertThat(fix.advice())
                .isEqualTo("under [capabilities.network] in manifest.toml write hosts = [\"api.example.com:443\"]");
        assertThat(fix.replaces()).isFalse();
        assertThat(read(BARE + fix.toml()).capabilities().grants()).containsExactly(grant("api.example.com:443"));
    }

    @Test
    void keepsTheHostsThatAreGrantedAlready() {
        String toml = BARE + "[capabilities.network]\nhosts = [\n  \"A.example:443\",\n  \"http://b.example:80\" ]\n";
        ManifestFix fix = ManifestFix.network(read(toml), grant("http://c.example:8080"));
        assertThat(fix.line())
                .isEqualTo("hosts = [\"a.example:443\", \"http://b.example:80\", \"http://c.example:8080\"]");
        assertThat(fix.replaces()).isTrue();
        assertThat(read(BARE + fix.toml()).capabilities().grants()).hasSize(3).contains(grant("http://c.example:8080"));
    }

    @Test
    void declaresImportsBesideThoseThatAreDeclared() {
        String toml = BARE + "[capabilities.runtime]\nimports = [\"log\"]\n";
        ManifestFix fix = ManifestFix.imports(read(toml), List.of("log", "http_request"));
        assertThat(fix.toml()).isEqualTo("[capabilities.runtime]\nimports = [\"log\", \"http_request\"]");
        assertThat(fix.replaces()).isTrue();
        assertThat(read(BARE + fix.toml()).capabilities().imports()).contains(List.of("log", "http_request"));
    }

    @Test
    void declaresACredentialStateAndALimit() {
        ConnectorManifest bare = read(BARE);
        String credential = ManifestFix.credential(bare, CredentialKind.BEARER).toml();
        String state = ManifestFix.state(bare).toml();
        String limit = ManifestFix.limit(bare, LimitName.MEMORY, 128L << 20).toml();
        assertThat(ManifestFix.state(bare).advice()).isEqualTo("add [capabilities.state] to manifest.toml");
        assertThat(limit).isEqualTo("[limits]\nmemory = \"128MiB\"");
        ConnectorManifest fixed = read(String.join("\n", BARE, credential, state, limit));
        assertThat(fixed.capabilities().credential())
                .get()
                .satisfies(c -> assertThat(c.kind()).isEqualTo(CredentialKind.BEARER));
        assertThat(fixed.capabilities().state()).isTrue();
        assertThat(fixed.limits().get(LimitName.MEMORY)).isEqualTo(128L << 20);
    }

    @Test
    void doesNotSuggestALimitAboveItsCeiling() {
        assertThatThrownBy(() -> ManifestFix.limit(read(BARE), LimitName.MEMORY, 2L << 30))
                .hasMessageContaining("permitted is 64KiB to 1GiB");
    }

    private static NetworkGrant grant(String text) {
        return NetworkGrant.parse(text).orThrow();
    }

    private static ConnectorManifest read(String toml) {
        return ManifestReader.read("manifest.toml", toml).orThrow();
    }
}
