package dev.airlock.conformance.junit;

import dev.airlock.conformance.Check;
import dev.airlock.conformance.CheckResult;
import dev.airlock.conformance.CheckResult.Word;
import dev.airlock.conformance.Conformance;
import dev.airlock.conformance.report.TextReport;
import java.util.Optional;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;

/** One check of the connector under test, which runs when its result is first needed. Not thread-safe. */
public final class ConnectorCheck {
    private final Conformance conformance;
    private final Check check;
    private Optional<CheckResult> result = Optional.empty();

    ConnectorCheck(Conformance conformance, Check check) {
        this.conformance = conformance;
        this.check = check;
    }

    /** Returns the check. */
    public Check check() {
        return check;
    }

    /** Returns its result. */
    public CheckResult result() {
        if (result.isEmpty()) {
            result = Optional.of(conformance.result(check));
        }
        return result.get();
    }

    /**
     * Fails the test if the check found an unknown error, or did not find a known failure. Aborts the test if the check does not apply or
     * could not be exercised. A warning does neither.
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
