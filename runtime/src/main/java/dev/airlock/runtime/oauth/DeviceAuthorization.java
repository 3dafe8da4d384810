package dev.airlock.runtime.oauth;

import dev.airlock.sandbox.time.Sleeper;
import java.time.Duration;
import java.util.Optional;

/**
 * One consent of a person on any device (RFC 8628): a code to enter on the provider's page. The provider is polled until that is done.
 *
 * <pre>{@code
 * if (DeviceAuthorization.begin(settings, client) instanceof DeviceStart.Begun begun) {
 *     show(begun.authorization().prompt());
 *     TokenAnswer answer = begun.authorization().await();
 * }
 * }</pre>
 */
public final class DeviceAuthorization {
    private static final Duration SLOWER = Duration.ofSeconds(5);
    /** The longest interval between polls, approximately, while the provider cannot be reached, so that the code is not lost. */
    private static final Duration RAREST = Duration.ofSeconds(40);

    private final OAuthSettings settings;
    private final OAuthClient client;
    private final String deviceCode;
    private final Prompt prompt;
    private final long endNanos;
    private Duration interval;

    private DeviceAuthorization(OAuthSettings settings, OAuthClient client, DeviceReply.Code code) {
        this.settings = settings;
        this.client = client;
        this.deviceCode = code.deviceCode();
        this.prompt = code.prompt();
        this.interval = code.interval();
        this.endNanos = now() + prompt.validFor().toNanos();
    }

    /**
     * The texts for the person. All come from the provider and are cleaned for a terminal.
     *
     * @param page the page on which to enter the code; https, or http on this machine
     * @param code the code to enter
     * @param pageWithCode a page that includes the code, if the provider has one
     * @param validFor how long the code is valid
     */
    public record Prompt(String page, String code, Optional<String> pageWithCode, Duration validFor) {}

    /** The wait between two polls. */
    @FunctionalInterface
    public interface Pause {
        /** Waits for a time. */
        void of(Duration length) throws InterruptedException;
    }

    /**
     * Requests a code from the provider.
     *
     * @throws java.util.NoSuchElementException if the settings name no device authorization URL
     */
    public static DeviceStart begin(OAuthSettings settings, OAuthClient client) {
        DeviceReply reply = client.deviceCode(settings);
        return reply instanceof DeviceReply.Code code
                ? new DeviceStart.Begun(new DeviceAuthorization(settings, client, code))
                : new DeviceStart.Refused(((DeviceReply.None) reply).why());
    }

    /** Returns the texts for the person. */
    public Prompt prompt() {
        return prompt;
    }

    /**
     * Waits until the person has consented or refused, or the code has expired.
     *
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    public TokenAnswer await() throws InterruptedException {
        return await(Sleeper::sleep);
    }

    /** Waits with another clock. */
    public TokenAnswer await(Pause pause) throws InterruptedException {
        while (true) {
            long left = endNanos - now();
            if (interval.toNanos() >= left) {
                pause.of(Duration.ofNanos(Math.max(left, 0)));
                return new TokenAnswer.Unreachable(
                        "there was no consent within " + prompt.validFor().toSeconds() + " s");
            }
            pause.of(interval);
            DevicePoll poll = client.poll(settings, deviceCode);
            if (poll instanceof DevicePoll.Ended ended) {
                return ended.answer();
            }
            interval = next(poll);
        }
    }

    /**
     * Returns the next interval (RFC 8628, section 3.5): longer after {@code slow_down}, doubled after each failure to reach the provider.
     */
    private Duration next(DevicePoll poll) {
        if (poll instanceof DevicePoll.TooOften) {
            return interval.plus(SLOWER);
        }
        if (poll instanceof DevicePoll.Lost) {
            return interval.compareTo(RAREST) < 0 ? interval.multipliedBy(2) : interval;
        }
        return interval;
    }

    private long now() {
        return client.clock().monotonicNanos();
    }
}
