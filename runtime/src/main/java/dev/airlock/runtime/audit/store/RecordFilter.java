package dev.airlock.runtime.audit.store;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Which records are read; all of it must hold. They come in the order of the log.
 *
 * @param after only records with a higher number
 * @param kinds only records of these kinds; of any if empty
 * @param id only records that belong to, or are about, this audit id
 * @param connector only records of connectors with this text in their name, whatever its letters' case
 * @param sinceMillis only records from then on, in milliseconds since 1970
 */
public record RecordFilter(
        long after, Set<String> kinds, Optional<String> id, Optional<String> connector, OptionalLong sinceMillis) {
    /** All records. */
    public static final RecordFilter ALL =
            new RecordFilter(0, Set.of(), Optional.empty(), Optional.empty(), OptionalLong.empty());

    /** Copies the set. */
    public RecordFilter {
        kinds = Set.copyOf(kinds);
    }

    /** The same, behind that record. */
    public RecordFilter after(long seq) {
        return new RecordFilter(seq, kinds, id, connector, sinceMillis);
    }

    /** The same, of these kinds only. */
    public RecordFilter ofKinds(Set<String> wanted) {
        return new RecordFilter(after, wanted, id, connector, sinceMillis);
    }

    /** The same, of connectors with this text in their name only. */
    public RecordFilter ofConnector(String part) {
        return new RecordFilter(after, kinds, id, Optional.of(part), sinceMillis);
    }

    /** The same, from that time on only. */
    public RecordFilter since(long epochMillis) {
        return new RecordFilter(after, kinds, id, connector, OptionalLong.of(epochMillis));
    }

    /** All records that belong to, or are about, this audit id. */
    public static RecordFilter about(String id) {
        return new RecordFilter(0, Set.of(), Optional.of(id), Optional.empty(), OptionalLong.empty());
    }

    boolean admits(AuditRecord row) {
        return row.seq() > after
                && (kinds.isEmpty() || kinds.contains(row.kind()))
                && id.map(wanted -> wanted.equals(row.id()) || wanted.equals(row.call()))
                        .orElse(true)
                && connector
                        .map(part -> row.connector().toLowerCase(Locale.ROOT).contains(part.toLowerCase(Locale.ROOT)))
                        .orElse(true)
                && (sinceMillis.isEmpty() || row.atMillis() >= sinceMillis.getAsLong());
    }
}
