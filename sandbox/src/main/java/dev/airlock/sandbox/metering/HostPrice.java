package dev.airlock.sandbox.metering;

/**
 * What a call of the host costs, beside the one unit of the call instruction: a base, and a rate for bytes that are
 * handed across in either direction.
 *
 * <p>Charged by the host function before it does its work, for the length that the guest passes (not for what turns out
 * to fit). The base covers what the host does for a call of any length: checks, decoding, one entry in a log.
 */
public enum HostPrice {
    /** A WASI function that only answers from what the call holds: arguments, environment, descriptors, yield, exit. */
    WASI_LOOKUP(100, 0),
    /** WASI reading and writing of standard streams, the clock, poll. */
    WASI_IO(100, 16),
    /** WASI {@code random_get}: random bytes cost more to make than copied bytes. */
    WASI_RANDOM(100, 4),
    /** {@code log}: the message is decoded, stripped, cut and kept. */
    LOG(100, 16),
    /** {@code http_request}: the request is read as JSON and checked; the network's time is wall time, not fuel. */
    HTTP_REQUEST(100, 16),
    /** {@code http_response_*} and {@code last_error}: bytes that the host holds are copied. */
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

    /** Units for a call that hands no bytes across. */
    public int base() {
        return base;
    }

    /** How many bytes one unit pays for; 0 if bytes are free. */
    public int bytesPerUnit() {
        return bytesPerUnit;
    }

    /**
     * Units for a call, without the one of the call instruction.
     *
     * @param bytes bytes that the guest hands across or asks for, all pointers together
     */
    public long units(long bytes) {
        return base + unitsForBytes(bytes);
    }

    /** Units for bytes alone, where the base is charged apart. */
    public long unitsForBytes(long bytes) {
        if (bytes < 0) {
            throw new IllegalArgumentException("bytes must not be negative");
        }
        return bytesPerUnit == 0 ? 0 : (bytes / bytesPerUnit) + (bytes % bytesPerUnit == 0 ? 0 : 1);
    }
}
