package dev.airlock.runtime.audit.store;

/**
 * One row of an audit log. What counts is the body, whose hash goes into the next record; the other fields repeat what it says,
 * so that records can be looked up.
 *
 * @param seq its number, from 1, without gaps
 * @param event what makes it one record, even if it is written again after an answer of the store was lost
 * @param call the audit id of the call that it belongs to
 * @param id the audit id of the attempt that it is about; often that of the call
 * @param kind what kind of record it is, such as {@code call_intent}
 * @param atMillis when, in milliseconds since 1970
 * @param connector the connector's name
 * @param failed whether it speaks of something that went wrong
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
