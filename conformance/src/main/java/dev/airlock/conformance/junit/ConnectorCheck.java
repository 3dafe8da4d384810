package dev.airlock.conformance.junit;

import dev.airlock.conformance.Check;
import dev.airlock.conformance.CheckResult;
import dev.airlock.conformance.CheckResult.Word;
import dev.airlock.conformance.Conformance;
import dev.airlock.conformance.report.TextReport;
import java.util.Optional;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;

/** One check of the connector under test, carried out when its result is asked for. Not thread-safe. */
public final class ConnectorCheck {
    private final Conformance conformance;
    private final Check check;
    private Optional<CheckResult> result = Optional.empty();

    ConnectorCheck(Conformance conformance, Check check) {
        this.conformance = conformance;
        this.check = check;
    }

    /** Which check it is. */
    public Check check() {
        return check;
    }

    /** What it came to. */
    public CheckResult result() {
        if (result.isEmpty()) {
            result = Optional.of(conformance.result(check));
        }
        return result.get();
    }

    /**
     * Fails the test if the check found an error that is not known, or found nothing although it should have. A check that does not
     * apply or could not be exercised aborts the test; a warning does neither.
     */
    public void verify() {
        Word word = result().word();
        if (word.fails()) {
            Assertions.fail(String.join("\n", TextReport.lines(result())));
        }
        if (word == Word.NOT_APPLICABLE || word == Word.NOT_EXERCISED) {
            Assumptions.abort(result().remark().orElse(word.word()));
        }
    }
}
