package dev.airlock.sandbox.imports;

import dev.airlock.sandbox.link.Arguments;
import dev.airlock.sandbox.link.HostImport;
import dev.airlock.sandbox.metering.HostPrice;
import dev.airlock.sandbox.wasi.Wasi;
import java.util.Map;

/**
 * The price of each host function, and those of its arguments that are lengths to be paid for before the function runs.
 * Functions whose lengths are in memory (WASI's vectors and subscriptions) charge those themselves.
 */
final class HostPriceList {
    private static final Map<String, Entry> WASI = Map.of(
            "fd_read", new Entry(HostPrice.WASI_IO),
            "fd_write", new Entry(HostPrice.WASI_IO),
            "poll_oneoff", new Entry(HostPrice.WASI_IO),
            "clock_time_get", new Entry(HostPrice.WASI_IO),
            "random_get", new Entry(HostPrice.WASI_RANDOM, 1));

    private static final Map<String, Entry> OWN = Map.ofEntries(
            Map.entry("log", new Entry(HostPrice.LOG, 1, 3)),
            Map.entry("http_request", new Entry(HostPrice.HTTP_REQUEST, 1)),
            Map.entry("http_response_status", new Entry(HostPrice.HTTP_RESPONSE)),
            Map.entry("http_response_size", new Entry(HostPrice.HTTP_RESPONSE)),
            Map.entry("http_response_read", new Entry(HostPrice.HTTP_RESPONSE, 1)),
            Map.entry("http_response_read_at", new Entry(HostPrice.HTTP_RESPONSE, 2)),
            Map.entry("http_response_headers", new Entry(HostPrice.HTTP_RESPONSE, 1)),
            Map.entry("last_error", new Entry(HostPrice.HTTP_RESPONSE, 1)),
            Map.entry("state_get", new Entry(HostPrice.STATE, 1, 3)),
            Map.entry("state_put", new Entry(HostPrice.STATE, 1, 3)),
            Map.entry("state_delete", new Entry(HostPrice.STATE, 1)),
            Map.entry("once", new Entry(HostPrice.STATE, 1)));

    private static final Entry LOOKUP = new Entry(HostPrice.WASI_LOOKUP);

    private HostPriceList() {}

    /** Returns the entry of a function; every function has one. */
    static Entry of(HostImport function) {
        if (function.module().equals(Wasi.MODULE)) {
            return WASI.getOrDefault(function.name(), LOOKUP);
        }
        Entry entry = OWN.get(function.name());
        if (entry == null) {
            throw new IllegalStateException("no price for " + function.qualifiedName());
        }
        return entry;
    }

    /** A price, and the arguments whose lengths it counts. */
    static final class Entry {
        private final HostPrice price;
        private final int[] lengths;

        Entry(HostPrice price, int... lengths) {
            this.price = price;
            this.lengths = lengths;
        }

        /** Returns the units of one call with those arguments. */
        long units(Arguments arguments) {
            long bytes = 0;
            for (int length : lengths) {
                bytes += Integer.toUnsignedLong(arguments.i32(length));
            }
            return price.units(bytes);
        }
    }
}
