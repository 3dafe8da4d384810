package dev.airlock.runtime.audit;

import dev.airlock.runtime.audit.store.Head;
import java.util.List;

/**
 * What a verification found.
 *
 * @param logId which log it was
 * @param records how many records were looked at
 * @param head where the log ends; keep its hash elsewhere, and any later log must still have it
 * @param problems what is wrong, in the order of the log; empty if nothing is
 */
public record AuditReport(String logId, long records, Head head, List<AuditProblem> problems) {
    /** Copies the list. */
    public AuditReport {
        problems = List.copyOf(problems);
    }
}
