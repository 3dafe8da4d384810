package dev.airlock.runtime.audit.chain;

import dev.airlock.runtime.audit.key.KeptHead;
import dev.airlock.runtime.audit.store.Head;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The kept heads and hashes of a log, during a verification. */
final class KeptHeads {
    private final Set<String> hashes;
    private final Map<Long, Set<String>> heads;

    KeptHeads(AuditWitness witness, String logId) {
        this.hashes = new HashSet<>(witness.hashes());
        this.heads = witness.heads().stream()
                .filter(head -> head.log().equals(logId))
                .collect(Collectors.groupingBy(
                        KeptHead::seq, TreeMap::new, Collectors.mapping(KeptHead::hash, Collectors.toSet())));
    }

    /** Begins behind a record that was pruned with all earlier ones. */
    List<AuditProblem> beginAt(Head base) {
        Optional<AuditProblem> other = look(base);
        heads.keySet().removeIf(seq -> seq < base.seq());
        return other.stream().toList();
    }

    /** Checks a record of the log. */
    Optional<AuditProblem> look(Head record) {
        hashes.remove(record.hash());
        Set<String> kept = heads.remove(record.seq());
        return kept == null || kept.equals(Set.of(record.hash()))
                ? Optional.empty()
                : Optional.of(new AuditProblem(
                        AuditProblem.Kind.REWRITTEN,
                        record.seq(),
                        "a kept head names another record with that number"));
    }

    /** Ends at the last record of the log. */
    List<AuditProblem> end(Head end) {
        List<AuditProblem> missed = new ArrayList<>();
        heads.keySet().stream().mapToLong(Long::longValue).max().stream()
                .filter(seq -> seq > end.seq())
                .mapToObj(seq -> new AuditProblem(
                        AuditProblem.Kind.SHORTENED, end.seq() + 1, "there is a kept head of record " + seq))
                .forEach(missed::add);
        if (!hashes.isEmpty()) {
            missed.add(new AuditProblem(
                    AuditProblem.Kind.REWRITTEN,
                    0,
                    "no record has the kept hash; the log was rewritten, or shortened before it"));
        }
        return missed;
    }
}
