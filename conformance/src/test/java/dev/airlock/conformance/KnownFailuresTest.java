package dev.airlock.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.conformance.CheckResult.Word;
import dev.airlock.conformance.trial.Judgement;
import java.util.List;
import org.junit.jupiter.api.Test;

class KnownFailuresTest {
    private static final String KNOWN = """
            [[known]]
            check = "retry.one-effect"
            reason = "The service has no keys."
            """;

    @Test
    void knowsTheReasonOfEachCheckThatItNames() {
        KnownFailures known = valid(KNOWN);

        assertThat(known.reason(Check.ONE_EFFECT)).hasValue("The service has no keys.");
        assertThat(known.reason(Check.UNICODE)).isEmpty();
    }

    @Test
    void saysWhereACheckIsNamedThatDoesNotExistAndWhichIsMeant() {
        assertThat(problems(KNOWN.replace("one-effect", "one-efect")))
                .singleElement()
                .asString()
                .contains("known.toml:2", "there is no check", "did you mean \"retry.one-effect\"?");
    }

    @Test
    void listsACheckOnce() {
        assertThat(problems(KNOWN + KNOWN)).singleElement().asString().contains("known.toml:5", "listed twice");
    }

    @Test
    void wantsAReason() {
        assertThat(problems("[[known]]\ncheck = \"retry.one-effect\"\n"))
                .singleElement()
                .asString()
                .contains("reason");
    }

    @Test
    void makeOfAFindingOneThatDoesNotFailAndOfAPassOneThatDoes() {
        KnownFailures known = valid(KNOWN);
        CheckResult found = result(new Judgement.Found(List.of("twice")), known);
        CheckResult passed = result(new Judgement.Passed(), known);

        assertThat(found.word()).isEqualTo(Word.KNOWN);
        assertThat(new ConformanceReport("c", List.of(found)).conforms()).isTrue();
        assertThat(found.remark()).hasValue("The service has no keys.");
        assertThat(passed.word()).isEqualTo(Word.UNEXPECTED_PASS);
        assertThat(new ConformanceReport("c", List.of(passed)).conforms()).isFalse();
        assertThat(passed.remark().orElseThrow()).contains("remove it from the list");
    }

    @Test
    void changeNothingAboutWhatWasNotExercised() {
        CheckResult result = result(new Judgement.NotExercised("Nothing was sent."), valid(KNOWN));

        assertThat(result.word()).isEqualTo(Word.NOT_EXERCISED);
        assertThat(result.remark()).hasValue("Nothing was sent.");
    }

    private static CheckResult result(Judgement judgement, KnownFailures known) {
        return new CheckResult(Check.ONE_EFFECT, judgement, known.reason(Check.ONE_EFFECT));
    }

    private static KnownFailures valid(String text) {
        return ((KnownFailures.Reading.Valid) KnownFailures.parse("known.toml", text)).known();
    }

    private static List<String> problems(String text) {
        return ((KnownFailures.Reading.Invalid) KnownFailures.parse("known.toml", text)).problems();
    }
}
