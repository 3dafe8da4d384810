package dev.airlock.conformance.report;

import dev.airlock.conformance.CheckResult;
import dev.airlock.conformance.CheckResult.Word;
import dev.airlock.conformance.ConformanceReport;
import dev.airlock.conformance.report.JUnitDocument.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** Writes a report as JUnit XML for build servers. A warning is a passed test with text on its output. */
public final class JUnitReport {
    private JUnitReport() {}

    /**
     * Returns the document. If checks could not be exercised, its first case says so.
     *
     * @param mayBeUnexercised whether that case passes all the same
     */
    public static String of(ConformanceReport report, boolean mayBeUnexercised) {
        List<JUnitDocument.Case> cases = new ArrayList<>();
        if (report.count(Word.NOT_EXERCISED) > 0) {
            cases.add(new JUnitDocument.Case(
                    "airlock", "every check was exercised", OptionalLong.empty(), exercised(report, mayBeUnexercised)));
        }
        report.results().stream()
                .map(result -> new JUnitDocument.Case(
                        "airlock." + result.check().group().word(),
                        result.check().id(),
                        OptionalLong.empty(),
                        verdict(result)))
                .forEach(cases::add);
        return JUnitDocument.of("airlock conform " + report.connector(), cases);
    }

    private static Verdict exercised(ConformanceReport report, boolean mayBeUnexercised) {
        String count =
                report.count(Word.NOT_EXERCISED) + " of " + report.results().size() + " checks could not be exercised.";
        List<String> lines = new ArrayList<>(TextReport.lines(report.unexercised()));
        lines.add(0, count);
        String text = String.join("\n", lines);
        return mayBeUnexercised ? new Verdict.Remarked(text) : new Verdict.Failed(count, text);
    }

    private static Verdict verdict(CheckResult result) {
        if (result.word() == Word.NOT_APPLICABLE || result.word() == Word.NOT_EXERCISED) {
            return new Verdict.Skipped(result.remark().orElse(""));
        }
        if (result.word() == Word.PASSED) {
            return new Verdict.Passed();
        }
        return result.word().fails()
                ? new Verdict.Failed(result.check().rationale(), findings(result))
                : new Verdict.Remarked(findings(result));
    }

    private static String findings(CheckResult result) {
        List<String> lines = new ArrayList<>(result.findings());
        result.remark().ifPresent(lines::add);
        lines.add(result.check().reproduce());
        return String.join("\n", lines);
    }
}
