package dev.airlock.runtime.oauth;

/** The result of requesting a device code. */
public sealed interface DeviceStart {
    /** There is a code, and the person has to enter it. */
    record Begun(DeviceAuthorization authorization) implements DeviceStart {}

    /**
     * There is no code.
     *
     * @param why the reason; never tokens
     */
    record Refused(TokenAnswer why) implements DeviceStart {}
}
