package dev.airlock.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.airlock.conformance.CheckResult.Word;
import dev.airlock.conformance.trial.Judgement;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class CheckResultTest {
    private static final String KNOWN = "The service has no keys.";

    @ParameterizedTest
    @CsvSource({
        "passed,         ERROR,   unknown, PASSED,          false",
        "passed,         WARNING, unknown, PASSED,          false",
        "passed,         ERROR,   known,   UNEXPECTED_PASS, true",
        "passed,         WARNING, known,   UNEXPECTED_PASS, true",
        "found,          ERROR,   unknown, ERROR,           true",
        "found,          WARNING, unknown, WARNING,         false",
        "found,          ERROR,   known,   KNOWN,           false",
        "found,          WARNING, known,   KNOWN,           false",
        "not applicable, ERROR,   unknown, NOT_APPLICABLE,  false",
        "not applicable, ERROR,   known,   NOT_APPLICABLE,  false",
        "not exercised,  ERROR,   unknown, NOT_EXERCISED,   false",
        "not exercised,  WARNING, known,   NOT_EXERCISED,   false"
    })
    void hasAWordForEachJudgement(String judged, Severity severity, String known, Word word, boolean fails) {
        CheckResult result = new CheckResult(
                checkOf(severity), judgement(judged), known.equals("known") ? Optional.of(KNOWN) : Optional.empty());

        assertThat(result.word()).isEqualTo(word);
        assertThat(result.word().fails()).isEqualTo(fails);
        assertThat(new ConformanceReport("c", List.of(result)).conforms())
                .isEqualTo(!fails && word != Word.NOT_EXERCISED);
    }

    @Test
    void remarksWhatItsWordDoesNotSay() {
        assertThat(new CheckResult(Check.UNICODE, judgement("passed")).remark()).isEmpty();
        assertThat(new CheckResult(Check.UNICODE, judgement("found")).remark()).isEmpty();
        assertThat(new CheckResult(Check.UNICODE, judgement("not applicable")).remark())
                .hasValue("There is nothing.");
        assertThat(new CheckResult(Check.UNICODE, judgement("not exercised")).remark())
                .hasValue("Nothing was sent.");
        assertThat(new CheckResult(Check.UNICODE, judgement("found"), Optional.of(KNOWN)).remark())
                .hasValue(KNOWN);
    }

    @Test
    void showsFindingsOnlyWhereSomethingWasFound() {
        assertThat(new CheckResult(Check.UNICODE, judgement("found")).findings())
                .containsExactly("It was cut.");
        assertThat(new CheckResult(Check.UNICODE, judgement("passed")).findings())
                .isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Word.class)
    void everyWordHasAMeaning(Word word) {
        assertThat(word.meaning()).isNotBlank();
        assertThat(word.word()).matches("[a-z_]+");
    }

    @Test
    void aFindingIsNeverEmpty() {
        assertThatThrownBy(() -> new Judgement.Found(List.of())).isInstanceOf(IllegalArgumentException.class);
        assertThat(Judgement.of(List.of())).isEqualTo(new Judgement.Passed());
        assertThat(Judgement.of(List.of("a"))).isEqualTo(new Judgement.Found(List.of("a")));
    }

    @Test
    void aFindingCountsMoreThanWhatWasNotTriedAndThatMoreThanAPass() {
        assertThat(Judgement.of(List.of("a"), List.of("b"))).isEqualTo(new Judgement.Found(List.of("a")));
        assertThat(Judgement.of(List.of(), List.of("b", "c"))).isEqualTo(new Judgement.NotExercised("b"));
        assertThat(Judgement.of(List.of(), List.of())).isEqualTo(new Judgement.Passed());
    }

    private static Check checkOf(Severity severity) {
        return Arrays.stream(Check.values())
                .filter(check -> check.severity() == severity)
                .findFirst()
                .orElseThrow();
    }

    private static Judgement judgement(String word) {
        return switch (word) {
            case "passed" -> new Judgement.Passed();
            case "found" -> new Judgement.Found(List.of("It was cut."));
            case "not applicable" -> new Judgement.NotApplicable("There is nothing.");
            case "not exercised" -> new Judgement.NotExercised("Nothing was sent.");
            default -> throw new IllegalArgumentException(word);
        };
    }
}
