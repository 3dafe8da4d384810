package dev.airlock.runtime.audit.store;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * A filter for records; all conditions must hold. Records come in the order of the log.
 *
 * @param after only records with a higher number
 * @param kinds only records of these kinds; empty: of any kind
 * @param id only records that belong to, or concern, this audit id
 * @param connector only records of connectors with this text in their name, regardless of case
 * @param sinceMillis only records from this time on, in milliseconds since 1970
 */
public record RecordFilter(
        long after, Set<String> kinds, Optional<String> id, Optional<String> connector, OptionalLong sinceMillis) {
    /** A filter for all records. */
    public static final RecordFilter ALL =
            new RecordFilter(0, Set.of(), Optional.empty(), Optional.empty(), OptionalLong.empty());

    /** Copies the set. */
    public RecordFilter {
        kinds = Set.copyOf(kinds);
    }

    /** Returns a copy for records after a number. */
    public RecordFilter after(long seq) {
        return new RecordFilter(seq, kinds, id, connector, sinceMillis);
    }

    /** Returns a copy for records of these kinds. */
    public RecordFilter ofKinds(Set<String> wanted) {
        return new RecordFilter(after, wanted, id, connector, sinceMillis);
    }

    /** Returns a copy for connectors with this text in their name. */
    public RecordFilter ofConnector(String part) {
        return new RecordFilter(after, kinds, id, Optional.of(part), sinceMillis);
    }

    /** Returns a copy for records from a time on. */
    public RecordFilter since(long epochMillis) {
        return new RecordFilter(after, kinds, id, connector, OptionalLong.of(epochMillis));
    }

    /** Returns a filter for records that belong to, or concern, an audit id. */
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
