package dev.airlock.manifests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.manifests.ConnectorManifest.Capabilities;
import dev.airlock.manifests.credentials.DeclaredCredentials;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HostFunctionTest {
    @Test
    void impliesLogAndWithANetworkThePublicHttpFunctions() {
        assertThat(HostFunction.impliedBy(capabilities(false, Optional.empty())))
                .containsExactly(HostFunction.LOG);
        assertThat(HostFunction.impliedBy(capabilities(true, Optional.empty())))
                .containsExactly(
                        HostFunction.LOG,
                        HostFunction.HTTP_REQUEST,
                        HostFunction.HTTP_RESPONSE_STATUS,
                        HostFunction.HTTP_RESPONSE_SIZE,
                        HostFunction.HTTP_RESPONSE_READ);
    }

    @Test
    void impliesNothingOnceTheManifestDeclaresImports() {
        assertThat(HostFunction.impliedBy(capabilities(true, Optional.of(List.of()))))
                .isEmpty();
    }

    @Test
    void isFoundByItsExactName() {
        assertThat(HostFunction.ofWireName("once")).contains(HostFunction.ONCE);
        assertThat(HostFunction.ofWireName("Once")).isEmpty();
        assertThat(HostFunction.ofWireName("spawn")).isEmpty();
    }

    private static Capabilities capabilities(boolean network, Optional<List<String>> imports) {
        return new Capabilities(
                network ? Optional.of(List.of()) : Optional.empty(), DeclaredCredentials.NONE, imports, false);
    }
}
