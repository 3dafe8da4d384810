package dev.airlock.runtime.audit.chain;

import dev.airlock.runtime.audit.key.EndSeal;
import dev.airlock.runtime.audit.store.Head;
import java.util.List;

/**
 * The result of a verification.
 *
 * @param logId the id of the log
 * @param records the number of examined records
 * @param head the end of the log; keep its hash elsewhere, and any later log must still contain it
 * @param unsigned the number of records at the end that no checkpoint signs yet. A writer signs the last ones when it closes the log, or
 *     after a second without a record. Anyone who can write the file could have added these
 * @param openEnds the unsigned ends that writers found, in the order of the log
 * @param problems every problem, in the order of the log; empty if there is none
 */
public record AuditReport(
        String logId, long records, Head head, long unsigned, List<OpenEnd> openEnds, List<AuditProblem> problems) {
    /** Copies the lists. */
    public AuditReport {
        openEnds = List.copyOf(openEnds);
        problems = List.copyOf(problems);
    }

    /**
     * An unsigned end that a writer found.
     *
     * @param seq the number of the record that reports it
     * @param upTo the number of the last record at that time
     * @param unsigned how many of the records up to there no checkpoint had signed
     * @param seal the state of the seal at the end
     */
    public record OpenEnd(long seq, long upTo, long unsigned, EndSeal seal) {}
}
