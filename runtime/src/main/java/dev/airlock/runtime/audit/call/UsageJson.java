package dev.airlock.runtime.audit.call;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.sandbox.api.Usage;

/** The usage of a call for JSON documents and audit records, by the names of the contract. */
public final class UsageJson {
    private UsageJson() {}

    /** Returns a new object, which the caller may change. */
    public static ObjectNode of(Usage usage) {
        ObjectNode document = JsonNodeFactory.instance
                .objectNode()
                .put("fuel", usage.fuel())
                .put("memory_peak_bytes", usage.memoryPeakBytes())
                .put("wall_ms", usage.wallMillis());
        usage.guestMillis().ifPresent(millis -> document.put("guest_ms", millis));
        return document.put("host_ms", usage.hostMillis())
                .put("wait_ms", usage.waitMillis())
                .put("load_ms", usage.loadMillis())
                .put("host_calls", usage.hostCalls())
                .put("exchanges", usage.exchanges())
                .put("bytes_in", usage.bytesIn())
                .put("bytes_out", usage.bytesOut());
    }
}
