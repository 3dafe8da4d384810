package dev.airlock.sandbox.host.net.address;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.manifests.hosts.Host;
import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class AddressRulesTest {
    private static final Host HOST = Host.parse("wiki.internal").orThrow();

    @ParameterizedTest
    @MethodSource
    void knowsTheKindOf(String line) throws IOException {
        String[] parts = line.split(" ", 2);
        assertThat(AddressRules.kindOf(InetAddress.getByName(parts[0]))).hasToString(parts[1]);
    }

    static Stream<String> knowsTheKindOf() throws IOException {
        Path table = Path.of(System.getProperty("airlock.root"), "testdata/addresses/kinds.txt");
        return Files.readAllLines(table).stream().filter(line -> !line.isBlank() && !line.startsWith("#"));
    }

    @Test
    void looksThroughTheMappedFormThatTheLibraryKeeps() throws IOException {
        byte[] mapped = new byte[16];
        mapped[10] = (byte) 0xff;
        mapped[11] = (byte) 0xff;
        System.arraycopy(new byte[] {(byte) 169, (byte) 254, (byte) 169, (byte) 254}, 0, mapped, 12, 4);
        assertThat(AddressRules.kindOf(Inet6Address.getByAddress("x", mapped, 0)))
                .isEqualTo(AddressKind.METADATA);
        mapped[12] = 8;
        assertThat(AddressRules.kindOf(Inet6Address.getByAddress("x", mapped, 0)))
                .isEqualTo(AddressKind.EMBEDDED);
    }

    @ParameterizedTest
    @EnumSource
    void allowsWhatIsNotPublicToNamedHostsOnly(AddressKind kind) {
        AddressRules rules = new AddressRules(Set.of(HOST));
        Host other = Host.parse("other.internal").orThrow();
        boolean isPublic = kind == AddressKind.PUBLIC;
        assertThat(rules.allows(HOST, kind)).isEqualTo(kind != AddressKind.METADATA);
        assertThat(rules.allows(other, kind)).isEqualTo(isPublic);
        assertThat(AddressRules.publicOnly().allows(HOST, kind)).isEqualTo(isPublic);
    }
}
