package dev.airlock.conformance.report;

import dev.airlock.conformance.Check;
import dev.airlock.conformance.CheckResult;
import dev.airlock.conformance.CheckResult.Word;
import dev.airlock.conformance.ConformanceReport;
import dev.airlock.conformance.trial.Unexercised;
import java.util.ArrayList;
import java.util.List;

/** Writes results as lines for a person. */
public final class TextReport {
    private static final int WIDTH = 15;

    private TextReport() {}

    /** Returns one line for the result, and for findings their text, the reason for the check and the way to reproduce them. */
    public static List<String> lines(CheckResult result) {
        List<String> lines = new ArrayList<>();
        lines.add(padded(result.word()) + result.check().id() + remark(result));
        result.findings().forEach(finding -> lines.add("    " + finding));
        if (!result.findings().isEmpty()) {
            lines.add("    why: " + result.check().rationale());
            lines.add("    see: " + result.check().reproduce());
        }
        return lines;
    }

    /** Returns two lines for each call that no check can judge: the reason, and what to write. */
    public static List<String> lines(List<Unexercised> unexercised) {
        List<String> lines = new ArrayList<>();
        for (Unexercised one : unexercised) {
            lines.add(padded(Word.NOT_EXERCISED) + one.call() + "  " + one.why());
            lines.add("    next: " + one.next());
        }
        return lines;
    }

    /** Returns the result of the whole suite as a sentence. */
    public static String headline(ConformanceReport report) {
        return switch (report.status()) {
            case CONFORMS -> "It conforms.";
            case NOT_EXERCISED ->
                "It is not shown to conform: " + report.count(Word.NOT_EXERCISED) + " of "
                        + counted(report.results().size(), "check") + " could not be exercised.";
            case FAILS -> "It does not conform.";
        };
    }

    /** Returns the last line, with the number of results for each word. */
    public static String summary(ConformanceReport report) {
        return report.results().size() + " checks of list " + Check.LIST_VERSION + ": "
                + report.count(Word.PASSED) + " passed, "
                + counted(report.count(Word.ERROR), "error") + ", "
                + counted(report.count(Word.WARNING), "warning") + ", "
                + seldom(report, Word.KNOWN, "known")
                + seldom(report, Word.UNEXPECTED_PASS, "known and not found")
                + seldom(report, Word.NOT_EXERCISED, "not exercised")
                + report.count(Word.NOT_APPLICABLE) + " not applicable";
    }

    /** Returns the number of results with a rare word; empty if there are none. */
    private static String seldom(ConformanceReport report, Word word, String words) {
        return report.count(word) == 0 ? "" : report.count(word) + " " + words + ", ";
    }

    private static String padded(Word word) {
        String text = word.word().replace('_', ' ');
        return text + " ".repeat(Math.max(1, WIDTH - text.length()));
    }

    private static String remark(CheckResult result) {
        return result.remark().map(remark -> "  " + remark).orElse("");
    }

    private static String counted(long count, String word) {
        return count + " " + word + (count == 1 ? "" : "s");
    }
}
