package dev.airlock.runtime.oauth;

import dev.airlock.sandbox.time.Sleeper;
import java.time.Duration;
import java.util.Optional;

/**
 * One consent of a person whose browser may be anywhere (RFC 8628): a code to enter at a page of the provider's, which is asked now and
 * then whether that was done.
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
    /** What is not reached is asked no less often than about once in this time, so that the code is not lost with it. */
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
     * What a person is shown. All of it is the provider's, cleaned for a terminal.
     *
     * @param page where to enter the code; https, or http on this machine
     * @param code what to enter
     * @param pageWithCode a page that knows the code already, if the provider has one
     * @param validFor how long the code can be entered
     */
    public record Prompt(String page, String code, Optional<String> pageWithCode, Duration validFor) {}

    /** How the time between two questions passes. */
    @FunctionalInterface
    public interface Pause {
        /** Lets so much time pass. */
        void of(Duration length) throws InterruptedException;
    }

    /**
     * Asks the provider for a code.
     *
     * @throws java.util.NoSuchElementException if the settings name no URL for that
     */
    public static DeviceStart begin(OAuthSettings settings, OAuthClient client) {
        DeviceReply reply = client.deviceCode(settings);
        return reply instanceof DeviceReply.Code code
                ? new DeviceStart.Begun(new DeviceAuthorization(settings, client, code))
                : new DeviceStart.Refused(((DeviceReply.None) reply).why());
    }

    /** What to show. */
    public Prompt prompt() {
        return prompt;
    }

    /**
     * Waits until the person has consented, or not, or the code is no longer valid.
     *
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    public TokenAnswer await() throws InterruptedException {
        return await(Sleeper::sleep);
    }

    /** The same where time passes in another way. */
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

    /** Asked too often it is asked less often from then on; not reached, half as often each time (RFC 8628, section 3.5). */
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
