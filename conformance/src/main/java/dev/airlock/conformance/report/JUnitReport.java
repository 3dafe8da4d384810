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

    /** Returns the document. */
    public static String of(ConformanceReport report) {
        return JUnitDocument.of(
                "airlock conform " + report.connector(),
                report.results().stream()
                        .map(result -> new JUnitDocument.Case(
                                "airlock." + result.check().group().word(),
                                result.check().id(),
                                OptionalLong.empty(),
                                verdict(result)))
                        .toList());
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
