package dev.airlock.failures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.airlock.failures.effect.SideEffects;
import dev.airlock.failures.text.Words;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class FailureClassTest {
    static Stream<Arguments> taxonomy() {
        return Stream.of(
                row(
                        "capability_denied",
                        false,
                        false,
                        403,
                        Boundary.SANDBOX,
                        Boundary.CONNECTOR_MANIFEST,
                        Boundary.ACTION),
                row("binding_required", false, false, 412, Boundary.RUNTIME),
                row("binding_failed", false, true, 412, Boundary.RUNTIME),
                row("resource_limit_exceeded", false, true, 507, Boundary.SANDBOX, Boundary.RUNTIME),
                row("connector_runtime_error", false, true, 500, Boundary.SANDBOX, Boundary.ACTION, Boundary.RUNTIME),
                row("network_error", true, true, 502, Boundary.EXTERNAL),
                row("external_api_error", false, true, 502, Boundary.EXTERNAL),
                row("hash_mismatch", false, false, 422, Boundary.RUNTIME),
                row("signature_failure", false, false, 422, Boundary.RUNTIME),
                row("approval_denied", false, false, 403),
                row("approval_timeout", false, false, 403));
    }

    private static Arguments row(
            String name, boolean retriable, boolean mayBeRetriable, int httpStatus, Boundary... boundaries) {
        return Arguments.of(name, retriable, mayBeRetriable, httpStatus, Set.of(boundaries));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("taxonomy")
    void eachClassIsWhatTheFailureModelSays(
            String name, boolean retriable, boolean mayBeRetriable, int httpStatus, Set<Boundary> boundaries) {
        FailureClass failureClass = FailureClass.ofWireName(name).orElseThrow();

        assertThat(failureClass.wireName()).isEqualTo(name);
        assertThat(failureClass.retriableByDefault()).isEqualTo(retriable);
        assertThat(failureClass.mayBeRetriable()).isEqualTo(mayBeRetriable);
        assertThat(failureClass.httpStatus()).isEqualTo(httpStatus);
        assertThat(failureClass.boundaries()).isEqualTo(boundaries);
        assertThat(failureClass.reserved()).isEqualTo(boundaries.isEmpty());
    }

    @Test
    void theSetIsClosed() {
        assertThat(taxonomy().map(row -> row.get()[0]).toList())
                .isEqualTo(Arrays.stream(FailureClass.values())
                        .map(FailureClass::wireName)
                        .toList());
    }

    @Test
    void theBoundariesAreClosed() {
        assertThat(Arrays.stream(Boundary.values()).map(Boundary::wireName))
                .containsExactly("sandbox", "connector_manifest", "action", "runtime", "external", "user");
    }

    @Test
    void namesMatchExactly() {
        assertThat(FailureClass.ofWireName("Network_Error")).isEmpty();
        assertThat(FailureClass.ofWireName("network_error ")).isEmpty();
        assertThat(FailureClass.ofWireName("rate_limited")).isEmpty();
        assertThat(Boundary.ofWireName("SANDBOX")).isEmpty();
        assertThat(Boundary.ofWireName("upstream")).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(FailureClass.class)
    void noClassIsProducedAtAForeignBoundary(FailureClass failureClass) {
        for (Boundary boundary : Boundary.values()) {
            if (!failureClass.boundaries().contains(boundary)) {
                assertThatThrownBy(() -> failure(failureClass, false, boundary))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("not produced at");
            }
        }
    }

    @ParameterizedTest
    @EnumSource(FailureClass.class)
    void noClassIsRetriableAgainstItsNature(FailureClass failureClass) {
        for (Boundary boundary : failureClass.boundaries()) {
            if (failureClass.mayBeRetriable()) {
                assertThat(failure(failureClass, true, boundary).retriable()).isTrue();
            } else {
                assertThatThrownBy(() -> failure(failureClass, true, boundary))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("never retriable");
            }
        }
    }

    @Test
    void nothingIsProducedAtTheReservedBoundary() {
        assertThat(FailureClass.values()).noneMatch(c -> c.boundaries().contains(Boundary.USER));
    }

    @Test
    void theReservedClassesAreTheApprovals() {
        assertThat(Arrays.stream(FailureClass.values()).filter(FailureClass::reserved))
                .containsExactly(FailureClass.APPROVAL_DENIED, FailureClass.APPROVAL_TIMEOUT);
    }

    private static Failure failure(FailureClass failureClass, boolean retriable, Boundary boundary) {
        return new Failure(
                failureClass,
                new Words("message", ""),
                retriable,
                boundary,
                AuditId.random(),
                new Cause.Unknown(),
                Map.of(),
                SideEffects.NONE);
    }
}
