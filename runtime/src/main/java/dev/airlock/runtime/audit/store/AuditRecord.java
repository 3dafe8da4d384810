package dev.airlock.runtime.audit.store;

/**
 * One row of an audit log. Only the body counts, whose hash the next record includes; the other fields repeat parts of it for lookup.
 *
 * @param seq its number, from 1, without gaps
 * @param event the id of the event, which identifies the record if it is written again after the store's answer was lost
 * @param call the audit id of its call
 * @param id the audit id of its attempt; often that of the call
 * @param kind the kind of record, such as {@code call_intent}
 * @param atMillis its time, in milliseconds since 1970
 * @param connector the connector's name
 * @param failed whether it reports a failure
 * @param hash SHA-256 of the body, 64 lower-case hex digits
 * @param body the record itself, one JSON object on one line, of any length
 */
public record AuditRecord(
        long seq,
        String event,
        String call,
        String id,
        String kind,
        long atMillis,
        String connector,
        boolean failed,
        String hash,
        String body) {}
