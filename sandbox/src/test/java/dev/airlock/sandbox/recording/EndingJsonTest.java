package dev.airlock.sandbox.recording;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.BeforeLimit;
import dev.airlock.failures.Cause;
import dev.airlock.failures.Denial;
import dev.airlock.failures.LimitName;
import dev.airlock.failures.WaitedFor;
import dev.airlock.failures.WallTimeIn;
import dev.airlock.sandbox.call.Ending;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every termination by the host is read back as it was written. */
class EndingJsonTest {
    static Stream<Ending.ByHost> endings() {
        return Stream.of(
                new Ending.Denied(new Denial("a host", "evil.example:443", List.of("a:1"), "Add:", "hosts = []")),
                new Ending.LimitReached(LimitName.FUEL, 10, 11),
                new Ending.LimitReached(
                        LimitName.WALL_TIME,
                        10,
                        11,
                        new BeforeLimit(
                                Optional.of(WallTimeIn.HOST),
                                Optional.empty(),
                                Optional.of(new BeforeLimit.Waited(WaitedFor.MEMORY, 9)))),
                new Ending.HostBusy(new Cause.HostBusy(10, 9, 8)),
                new Ending.Cancelled(),
                new Ending.BindingMissing("api_key", Optional.of("crm"), "Bind one."),
                new Ending.BindingMissing("api_key", Optional.empty(), "Bind one."),
                new Ending.BindingRefused("oauth2", "work", "It expired.", "Bind it anew.", true),
                new Ending.VaultUnavailable("It is locked."),
                new Ending.BadPointer("airlock.log", 1L << 31, 5, 65_536));
    }

    @ParameterizedTest
    @MethodSource("endings")
    void anEndingIsReadAsItWasWritten(Ending.ByHost ending) throws BadRecordingException {
        assertThat(EndingJson.read(new Fields(EndingJson.write(ending)))).isEqualTo(ending);
    }

    @Test
    void aFaultIsReadAsOneWithoutItsCause() throws BadRecordingException {
        ObjectNode written = EndingJson.write(new Ending.HostFault(new IllegalStateException("secret")));

        assertThat(written.toString()).doesNotContain("secret");
        assertThat(EndingJson.read(new Fields(written))).isInstanceOf(Ending.HostFault.class);
    }

    @Test
    void theSchemaHasEveryKind() throws IOException {
        var kinds = new ObjectMapper()
                .readTree(Path.of(System.getProperty("airlock.root"), "src/abi/recording.schema.json")
                        .toFile())
                .at("/$defs/ending/properties/kind/enum");
        Set<String> written = Stream.concat(endings(), Stream.of(new Ending.HostFault(new IllegalStateException())))
                .map(ending -> EndingJson.write(ending).path("kind").textValue())
                .collect(Collectors.toSet());

        assertThat(StreamSupport.stream(kinds.spliterator(), false).map(kind -> kind.textValue()))
                .containsExactlyInAnyOrderElementsOf(written);
        assertThat(endings().map(Object::getClass))
                .as("each kind of ending but a fault")
                .containsAll(Arrays.stream(Ending.ByHost.class.getPermittedSubclasses())
                        .filter(type -> type != Ending.HostFault.class)
                        .toList());
    }
}
