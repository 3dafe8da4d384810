package dev.airlock.failures;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.failures.text.Details;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ReasonTest {
    @Test
    void theListIsTheContracts() {
        assertThat(namesAt(Boundary.SANDBOX))
                .containsExactly(
                        "trap",
                        "exit",
                        "invalid_module",
                        "unknown_import",
                        "bad_output",
                        "bad_pointer",
                        "reported",
                        "unexpected_shape",
                        "host_fault");
        assertThat(namesAt(Boundary.ACTION))
                .containsExactly("bad_input", "key_reused", "reversal_refused", "bad_template");
        assertThat(namesAt(Boundary.RUNTIME))
                .containsExactly("audit_unavailable", "vault_unavailable", "store_unavailable", "leaked_threads");
        assertThat(Reason.values()).hasSize(9 + 4 + 4);
    }

    @ParameterizedTest
    @EnumSource(Reason.class)
    void eachReasonIsFoundByItsExactNameAndMakesAFailureAtItsBoundary(Reason reason) {
        Failure failure = Failure.connectorRuntimeError(AuditId.random(), reason, "It failed.", Details.none());

        assertThat(Reason.ofWireName(reason.wireName())).contains(reason);
        assertThat(Reason.ofWireName(reason.name())).isEmpty();
        assertThat(failure.boundary()).isEqualTo(reason.boundary());
        assertThat(failure.details()).containsEntry("reason", reason.wireName());
    }

    private static List<String> namesAt(Boundary boundary) {
        return Arrays.stream(Reason.values())
                .filter(reason -> reason.boundary() == boundary)
                .map(Reason::wireName)
                .toList();
    }
}
