package dev.airlock.conformance;

import java.util.List;

/**
 * A check and what it came to.
 *
 * @param check the check
 * @param judgement what it came to
 */
public record CheckResult(Check check, Judgement judgement) {
    /** What was found; empty if nothing was. */
    public List<String> findings() {
        return judgement instanceof Judgement.Found found ? found.findings() : List.of();
    }

    /** One word: {@code passed}, {@code error}, {@code warning} or {@code not_applicable}. */
    public String word() {
        if (judgement instanceof Judgement.Passed) {
            return "passed";
        }
        return judgement instanceof Judgement.Found ? check.severity().word() : "not_applicable";
    }
}
