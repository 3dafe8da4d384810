package dev.airlock.benchmarks;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.formats.json.MalformedJsonException;
import dev.airlock.formats.json.StrictJson;
import dev.airlock.sandbox.api.Call;

/** A successful call of each sample. */
enum SampleCall {
    GO(Sample.ISSUE_TRACKER_GO, "list_issues", "{\"project\":\"lighthouse\"}"),
    RUST(Sample.CHAT_POST_RUST, "post_message", "{\"channel_id\":1127009882341769216,\"text\":\"Hello\"}"),
    C(Sample.PAYMENT_RAIL_C, "get_charge", "{\"charge_id\":\"ch_7Qm2\"}"),
    ASSEMBLYSCRIPT(Sample.LOOKUP_ASSEMBLYSCRIPT, "find_country", "{\"code\":\"CI\"}");

    private final Sample sample;
    private final String op;
    private final String args;

    SampleCall(Sample sample, String op, String args) {
        this.sample = sample;
        this.op = op;
        this.args = args;
    }

    /** Returns the connector that it calls. */
    Sample sample() {
        return sample;
    }

    Call call() {
        return Call.of(op, json(args));
    }

    /** Parses a text that is known to be an object. */
    static ObjectNode json(String text) {
        try {
            return (ObjectNode) StrictJson.read(text);
        } catch (MalformedJsonException e) {
            throw new IllegalStateException(e);
        }
    }
}
