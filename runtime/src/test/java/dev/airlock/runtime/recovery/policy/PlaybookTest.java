package dev.airlock.runtime.recovery.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.failures.FailureClass;
import dev.airlock.failures.Reason;
import dev.airlock.manifests.Declared;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class PlaybookTest {
    static List<Case> cases() {
        return Case.all();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void saysWhatTheDecisionTableSays(Case row) {
        Verdict verdict = verdict(row);

        assertThat(verdict.wireName()).isEqualTo(row.verdict());
        assertThat(text(Playbook.row(verdict).recovery())).isEqualTo(row.recovery());
        assertThat(Playbook.fallback(verdict, row.evidence(), true, true).wireName())
                .isEqualTo(row.then());
    }

    @ParameterizedTest
    @MethodSource("cases")
    void climbsNoRungThatTheActionDoesNotDeclare(Case row) {
        assertThat(Playbook.fallback(verdict(row), row.evidence(), false, false))
                .isEqualTo(new Recovery.Surface());
    }

    @Test
    void theDecisionTableHasEveryVerdictClassAndReason() {
        List<Case> cases = cases();

        assertThat(cases).hasSizeGreaterThanOrEqualTo(120).doesNotHaveDuplicates();
        assertThat(cases.stream().map(Case::verdict).collect(Collectors.toSet()))
                .containsAll(
                        Arrays.stream(Verdict.values()).map(Verdict::wireName).toList());
        assertThat(cases.stream().map(row -> row.failure().failureClass()).collect(Collectors.toSet()))
                .containsAll(Arrays.stream(FailureClass.values())
                        .filter(known -> !known.reserved())
                        .toList());
        assertThat(cases.stream().map(row -> row.failure().details().get("reason")))
                .containsAll(
                        Arrays.stream(Reason.values()).map(Reason::wireName).toList());
    }

    @ParameterizedTest
    @EnumSource(Verdict.class)
    void everyVerdictHasARowAndANameOfItsOwn(Verdict verdict) {
        assertThat(Playbook.row(verdict).recovery()).isNotNull();
        assertThat(Verdict.ofWireName(verdict.wireName())).contains(verdict);
    }

    @ParameterizedTest
    @EnumSource(Verdict.class)
    void onlyWhatMayBeRetriedIsRetriedAsItIs(Verdict verdict) {
        assertThat(Playbook.row(verdict).recovery() instanceof Recovery.Retry).isEqualTo(verdict.mayBeRetried());
    }

    @Test
    void everyStatusHasAVerdictAndOnlyTheDocumentedOnesAreRetriedByDefault() {
        Set<Integer> retried = IntStream.rangeClosed(200, 599)
                .filter(status -> Playbook.verdict(
                                Case.failure(Integer.toString(status)),
                                Case.evidence("GET=" + status),
                                Declared.NOTHING,
                                CallSource.FOREGROUND,
                                RetryPolicy.standard())
                        .mayBeRetried())
                .boxed()
                .collect(Collectors.toSet());

        assertThat(retried)
                .containsExactlyInAnyOrderElementsOf(IntStream.rangeClosed(429, 599)
                        .filter(status -> status == 429 || (status >= 500 && status != 501 && status != 505))
                        .boxed()
                        .toList());
    }

    @Test
    void whatIsNotKnownIsTreatedMostStrictly() {
        assertThat(Playbook.row(Verdict.UNKNOWN))
                .isEqualTo(new Playbook.Row(new Recovery.Surface(), Playbook.Ladder.NONE, "", false));
    }

    @Test
    void noFallbackIsAskedForWhatMayHaveBeenDone() {
        for (Verdict verdict : EnumSet.allOf(Verdict.class)) {
            assertThat(Playbook.fallback(verdict, Case.evidence("POST+key:lost"), true, false))
                    .isEqualTo(new Recovery.Surface());
        }
    }

    private static Verdict verdict(Case row) {
        return Playbook.verdict(row.failure(), row.evidence(), row.declared(), row.source(), row.policy());
    }

    private static String text(Recovery recovery) {
        if (recovery instanceof Recovery.RefreshThenRetry refresh) {
            return "refresh " + refresh.subject().wireName() + " else " + text(refresh.otherwise());
        }
        return recovery instanceof Recovery.Escalate escalate
                ? "escalate " + escalate.queue().wireName()
                : recovery.wireName();
    }
}
