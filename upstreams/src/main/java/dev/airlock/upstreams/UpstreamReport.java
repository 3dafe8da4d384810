package dev.airlock.upstreams;

import java.util.ArrayList;
import java.util.List;

/**
 * What is worth knowing about a run's upstream, in words.
 *
 * @param requests how many requests arrived
 * @param dropped how many of them are no longer in the record
 * @param unmatched the first hundred requests that no rule answered
 * @param unusedRules the rules that never answered
 * @param notes connections that went wrong in a way that no rule asked for, the first hundred
 */
public record UpstreamReport(
        long requests, long dropped, List<String> unmatched, List<String> unusedRules, List<String> notes) {
    /** Copies the lists. */
    public UpstreamReport {
        unmatched = List.copyOf(unmatched);
        unusedRules = List.copyOf(unusedRules);
        notes = List.copyOf(notes);
    }

    /** Whether every request was answered by a rule and every rule was used. */
    public boolean asScripted() {
        return unmatched.isEmpty() && unusedRules.isEmpty();
    }

    /** The report as lines for a person; none if there is nothing to say. */
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
