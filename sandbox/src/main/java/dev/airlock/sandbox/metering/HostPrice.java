package dev.airlock.sandbox.metering;

/**
 * The price of a call of the host, beside the one unit of the call instruction: a base, and a rate for bytes that are
 * passed in either direction.
 *
 * <p>The host function charges it before it does its work, for the length that the guest passes (not for the part that
 * turns out to fit). The base covers the host's work for a call of any length: checks, decoding, one entry in a log.
 */
public enum HostPrice {
    /** A WASI function that answers only from data of the call: arguments, environment, descriptors, yield, exit. */
    WASI_LOOKUP(100, 0),
    /** WASI reading and writing of standard streams, the clock, poll. */
    WASI_IO(100, 16),
    /** WASI {@code random_get}: generating random bytes costs more than copying bytes. */
    WASI_RANDOM(100, 4),
    /** {@code log}: the message is decoded, stripped, cut and kept. */
    LOG(100, 16),
    /** {@code http_request}: the request is read as JSON and checked; the network's time is wall time, not fuel. */
    HTTP_REQUEST(100, 16),
    /** {@code http_response_*} and {@code last_error}: bytes of the host are copied. */
    HTTP_RESPONSE(100, 16),
    /** {@code state_*} and {@code once}: keys and values. */
    STATE(100, 16),
    /** A call of a reactor: its document is written into the guest's memory and its reply is read from there. */
    REACTOR(100, 16);

    private final int base;
    private final int bytesPerUnit;

    HostPrice(int base, int bytesPerUnit) {
        this.base = base;
        this.bytesPerUnit = bytesPerUnit;
    }

    /** Units for a call that passes no bytes. */
    public int base() {
        return base;
    }

    /** The number of bytes that one unit pays for; 0 if bytes are free. */
    public int bytesPerUnit() {
        return bytesPerUnit;
    }

    /**
     * Returns the units for a call, without the one of the call instruction.
     *
     * @param bytes bytes that the guest passes or asks for, all pointers together
     */
    public long units(long bytes) {
        return base + unitsForBytes(bytes);
    }

    /** Returns the units for bytes alone, where the base is charged separately. */
    public long unitsForBytes(long bytes) {
        if (bytes < 0) {
            throw new IllegalArgumentException("bytes must not be negative");
        }
        return bytesPerUnit == 0 ? 0 : (bytes / bytesPerUnit) + (bytes % bytesPerUnit == 0 ? 0 : 1);
    }
}
