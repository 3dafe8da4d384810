package dev.airlock.conformance.report;

import dev.airlock.conformance.Check;
import dev.airlock.conformance.CheckResult;
import dev.airlock.conformance.Judgement;
import dev.airlock.conformance.Report;
import java.util.ArrayList;
import java.util.List;

/** Results as lines for a person. */
public final class TextReport {
    private static final int WIDTH = 15;

    private TextReport() {}

    /** One line, and for what was found its reasons, why it matters and how to see it. */
    public static List<String> lines(CheckResult result) {
        List<String> lines = new ArrayList<>();
        String word = result.word().replace('_', ' ');
        lines.add(word + " ".repeat(WIDTH - word.length()) + result.check().id() + reason(result.judgement()));
        result.findings().forEach(finding -> lines.add("    " + finding));
        if (!result.findings().isEmpty()) {
            lines.add("    why: " + result.check().rationale());
            lines.add("    see: " + result.check().reproduce());
        }
        return lines;
    }

    /** The last line: how many of each there are. */
    public static String summary(Report report) {
        return report.results().size() + " checks of list " + Check.LIST_VERSION + ": "
                + report.count("passed") + " passed, "
                + counted(report.count("error"), "error") + ", "
                + counted(report.count("warning"), "warning") + ", "
                + report.count("not_applicable") + " not applicable";
    }

    private static String reason(Judgement judgement) {
        return judgement instanceof Judgement.NotApplicable none ? "  " + none.why() : "";
    }

    private static String counted(long count, String word) {
        return count + " " + word + (count == 1 ? "" : "s");
    }
}
