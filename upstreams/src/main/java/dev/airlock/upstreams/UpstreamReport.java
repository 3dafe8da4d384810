package dev.airlock.upstreams;

import java.util.ArrayList;
import java.util.List;

/**
 * A report on a run's upstream.
 *
 * @param requests the number of requests that arrived
 * @param dropped the number of them that are no longer in the record
 * @param unmatched the first hundred requests that no rule answered
 * @param unusedRules the rules that never answered
 * @param notes the first hundred connections that failed in a way that no rule asked for
 */
public record UpstreamReport(
        long requests, long dropped, List<String> unmatched, List<String> unusedRules, List<String> notes) {
    /** Copies the lists. */
    public UpstreamReport {
        unmatched = List.copyOf(unmatched);
        unusedRules = List.copyOf(unusedRules);
        notes = List.copyOf(notes);
    }

    /** Returns whether every request was answered by a rule and every rule was used. */
    public boolean asScripted() {
        return unmatched.isEmpty() && unusedRules.isEmpty();
    }

    /** Returns the report as lines for a person; empty if there is nothing to report. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>(unmatched);
        unusedRules.forEach(rule -> lines.add("never used: " + rule));
        lines.addAll(notes);
        if (dropped > 0) {
            lines.add("the record holds only the latest requests; " + dropped + " older ones were dropped");
        }
        return lines;
    }
}
