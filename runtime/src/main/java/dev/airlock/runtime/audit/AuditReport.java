package dev.airlock.runtime.audit;

import dev.airlock.runtime.audit.store.Head;
import java.util.List;

/**
 * What a verification found.
 *
 * @param logId which log it was
 * @param records how many records were looked at
 * @param head where the log ends; keep its hash elsewhere, and any later log must still have it
 * @param unsigned how many records at the end no checkpoint signs yet: a process that writes signs the last ones when it closes the log.
 *     Whoever can write the file could have made these
 * @param problems what is wrong, in the order of the log; empty if nothing is
 */
public record AuditReport(String logId, long records, Head head, long unsigned, List<AuditProblem> problems) {
    /** Copies the list. */
    public AuditReport {
        problems = List.copyOf(problems);
    }
}
