package dev.airlock.conformance.scenarios.report;

import dev.airlock.conformance.scenarios.expectation.Difference;
import dev.airlock.failures.text.ForeignText;
import java.util.ArrayList;
import java.util.List;

/** Writes differences as lines for a person: the place, then the expected text after a minus, then the actual text after a plus. */
public final class DifferenceText {
    private DifferenceText() {}

    /** Returns the lines, without control characters. */
    public static List<String> lines(List<Difference> differences) {
        List<String> lines = new ArrayList<>();
        for (Difference difference : differences) {
            lines.add(ForeignText.clean(difference.at()));
            difference.expected().ifPresent(text -> lines.add("  - " + ForeignText.clean(text)));
            difference.actual().ifPresent(text -> lines.add("  + " + ForeignText.clean(text)));
        }
        return lines;
    }
}
