package dev.airlock.sandbox.recording.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.Cause;
import dev.airlock.failures.Denial;
import dev.airlock.failures.limit.BeforeLimit;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.failures.limit.WaitedFor;
import dev.airlock.failures.limit.WallTimeIn;
import dev.airlock.sandbox.call.Termination;
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
class TerminationJsonTest {
    static Stream<Termination.ByHost> endings() {
        return Stream.of(
                new Termination.Denied(new Denial("a host", "evil.example:443", List.of("a:1"), "Add:", "hosts = []")),
                new Termination.LimitReached(LimitName.FUEL, 10, 11),
                new Termination.LimitReached(
                        LimitName.WALL_TIME,
                        10,
                        11,
                        new BeforeLimit(
                                Optional.of(WallTimeIn.HOST),
                                Optional.empty(),
                                Optional.of(new BeforeLimit.Waited(WaitedFor.MEMORY, 9)))),
                new Termination.HostBusy(new Cause.HostBusy(10, 9, 8)),
                new Termination.Cancelled(),
                new Termination.BindingMissing("api_key", Optional.of("crm"), "Bind one."),
                new Termination.BindingMissing("api_key", Optional.empty(), "Bind one."),
                new Termination.BindingRefused("oauth2", "work", "It expired.", "Bind it anew.", true),
                new Termination.VaultUnavailable("It is locked."),
                new Termination.BadPointer("airlock.log", 1L << 31, 5, 65_536));
    }

    @ParameterizedTest
    @MethodSource("endings")
    void anEndingIsReadAsItWasWritten(Termination.ByHost termination) throws BadRecordingException {
        assertThat(TerminationJson.read(new Fields(TerminationJson.write(termination))))
                .isEqualTo(termination);
    }

    @Test
    void aFaultIsReadAsOneWithoutItsCause() throws BadRecordingException {
        ObjectNode written = TerminationJson.write(new Termination.HostFault(new IllegalStateException("secret")));

        assertThat(written.toString()).doesNotContain("secret");
        assertThat(TerminationJson.read(new Fields(written))).isInstanceOf(Termination.HostFault.class);
    }

    @Test
    void theSchemaHasEveryKind() throws IOException {
        var kinds = new ObjectMapper()
                .readTree(Path.of(System.getProperty("airlock.root"), "src/abi/recording.schema.json")
                        .toFile())
                .at("/$defs/ending/properties/kind/enum");
        Set<String> written = Stream.concat(
                        endings(), Stream.of(new Termination.HostFault(new IllegalStateException())))
                .map(termination ->
                        TerminationJson.write(termination).path("kind").textValue())
                .collect(Collectors.toSet());

        assertThat(StreamSupport.stream(kinds.spliterator(), false).map(kind -> kind.textValue()))
                .containsExactlyInAnyOrderElementsOf(written);
        assertThat(endings().map(Object::getClass))
                .as("each kind of ending but a fault")
                .containsAll(Arrays.stream(Termination.ByHost.class.getPermittedSubclasses())
                        .filter(type -> type != Termination.HostFault.class)
                        .toList());
    }
}
