package dev.airlock.cli.audit;

import dev.airlock.failures.text.ForeignText;
import dev.airlock.runtime.audit.chain.AuditReport;
import dev.airlock.runtime.audit.key.EndSeal;
import dev.airlock.runtime.audit.key.KeptHead;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The remarks of a verification beside its problems. */
final class VerifyRemarks {
    private VerifyRemarks() {}

    /**
     * Returns the lines of the remarks.
     *
     * @param kept the heads that were compared with the log, and those of other logs; empty if their file does not exist
     * @param expected whether the user named a head that the log must have
     */
    static List<String> of(AuditReport report, Optional<List<KeptHead>> kept, boolean expected) {
        List<String> lines = new ArrayList<>();
        if (report.unsigned() > 0) {
            lines.add((report.unsigned() == 1 ? "the last record is" : "the last " + report.unsigned() + " are")
                    + " not signed yet: a process is writing, or was killed. If neither is true, somebody removed the"
                    + " signatures and may have changed the records.");
        }
        ends(report, lines);
        kept.ifPresentOrElse(
                heads -> heads(report, heads, lines),
                () -> lines.add(
                        "heads_file of settings.toml does not exist, so the log was compared with no head: none was"
                                + " kept yet, or somebody removed the file."));
        lines.add("head " + report.head().hash());
        if (report.records() == 0 && !expected) {
            lines.add("The log is empty. If it had records, somebody moved or removed it: to check, use --head with the"
                    + " hash that an earlier verification printed.");
        }
        return lines;
    }

    private static void ends(AuditReport report, List<String> lines) {
        report.openEnds().stream()
                .filter(end -> end.seal() == EndSeal.NONE)
                .map(end ->
                        "record " + end.seq() + ": the log had no seal when it ended with record " + end.upTo() + ", "
                                + end.unsigned()
                                + " not signed: an earlier version wrote it, or somebody removed the seal and"
                                + " may have changed or removed the last records.")
                .forEach(lines::add);
        List<String> whole = report.openEnds().stream()
                .filter(end -> end.seal() == EndSeal.WHOLE)
                .map(end -> Long.toString(end.seq()))
                .toList();
        if (!whole.isEmpty()) {
            lines.add("opened with an unsigned end, as another process or a kill leaves it: "
                    + (whole.size() == 1 ? "once, in record " : whole.size() + " times, most recently in record ")
                    + whole.get(whole.size() - 1));
        }
    }

    private static void heads(AuditReport report, List<KeptHead> kept, List<String> lines) {
        long own =
                kept.stream().filter(head -> head.log().equals(report.logId())).count();
        if (own > 0) {
            lines.add(own == 1 ? "compared with 1 kept head" : "compared with " + own + " kept heads");
        }
        kept.stream()
                .filter(head -> !head.log().equals(report.logId()))
                .collect(Collectors.groupingBy(KeptHead::log, Collectors.counting()))
                .forEach((log, count) -> lines.add("heads of another log are kept too, " + ForeignText.clean(log) + " ("
                        + count + "): if nobody moved that log away, somebody removed it"));
    }
}
