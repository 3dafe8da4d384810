package dev.airlock.runtime.oauth;

/** What came of asking a provider for a code that a person enters in a browser. */
public sealed interface DeviceStart {
    /** There is one, and the person is waited for. */
    record Begun(DeviceAuthorization authorization) implements DeviceStart {}

    /**
     * There is none.
     *
     * @param why never tokens
     */
    record Refused(TokenAnswer why) implements DeviceStart {}
}
