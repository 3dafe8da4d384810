package dev.airlock.runtime.audit;

import dev.airlock.runtime.audit.store.Head;
import java.util.List;

/**
 * What a verification found.
 *
 * @param logId which log it was
 * @param records how many records were looked at
 * @param head where the log ends; keep its hash elsewhere, and any later log must still have it
 * @param unsigned how many records at the end no checkpoint signs yet: a process that writes signs the last ones when it closes the log,
 *     or has written nothing for a second. Whoever can write the file could have made these
 * @param openEnds what writers found at the log's end that nobody had signed, in the order of the log
 * @param problems what is wrong, in the order of the log; empty if nothing is
 */
public record AuditReport(
        String logId, long records, Head head, long unsigned, List<OpenEnd> openEnds, List<AuditProblem> problems) {
    /** Copies the lists. */
    public AuditReport {
        openEnds = List.copyOf(openEnds);
        problems = List.copyOf(problems);
    }

    /**
     * An end that a writer found and that nobody had signed.
     *
     * @param seq the number of the record that says so
     * @param upTo the number of the last record that was there
     * @param unsigned how many of the records up to there no checkpoint signed
     * @param seal what the seal beside the end said
     */
    public record OpenEnd(long seq, long upTo, long unsigned, EndSeal seal) {}
}
