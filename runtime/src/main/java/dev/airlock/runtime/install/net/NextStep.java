package dev.airlock.runtime.install.net;

import dev.airlock.failures.NetworkFailureKind;
import dev.airlock.runtime.recovery.policy.RetryAfter;
import dev.airlock.sandbox.host.net.HttpResult;
import dev.airlock.sandbox.time.Clock;

/** The next step after a failed download, in sentences. */
final class NextStep {
    private static final int TIMEOUT = 408;
    private static final int GONE = 410;
    private static final int TOO_EARLY = 425;
    private static final int TOO_MANY = 429;

    private NextStep() {}

    /** Returns the next step after a failed exchange. */
    static String after(NetworkFailureKind kind, Errand errand) {
        return switch (kind) {
            case DNS ->
                "Look at the name, and whether this machine reaches the network and its name server. Run the command again.";
            case CONNECT_REFUSED, CONNECT_TIMEOUT ->
                "Look at host and port, and whether a firewall stands between. Airlock uses no proxy: where one is needed, "
                        + errand.withoutProxy() + ".";
            case TLS ->
                "If the server is your own, or your network looks into connections, name the certificates of the authority"
                        + " in AIRLOCK_CA_FILE; else do not use that server.";
            case RESET, TIMEOUT, UNPROCESSED, CIRCUIT_OPEN -> "Run the command again.";
            case PROTOCOL -> "Look at the URL: what is there does not speak https.";
        };
    }

    /** Returns the next step after an error answer to a download. */
    static String after(HttpResult.Response answer) {
        int status = answer.status();
        if (status == Status.UNAUTHORIZED || status == Status.FORBIDDEN) {
            return "It gives this to nobody, or to nobody who is not logged in. If you may have it, "
                    + Errand.DOWNLOAD.withoutProxy() + ".";
        }
        if (status == Status.ABSENT || status == GONE) {
            return "Look at the URL; what is not public is often not there for others.";
        }
        return isForNow(status) ? later(answer) : "That is no answer to a download. Look at the URL.";
    }

    /** Returns the next step after an error answer to an upload. */
    static String afterUpload(HttpResult.Response answer) {
        if (isForNow(answer.status())) {
            return later(answer);
        }
        return answer.status() == Status.ABSENT
                ? "Look at the name of the repository; some registries want it to be made beforehand."
                : "Look at the place, or ask whoever runs the registry.";
    }

    private static boolean isForNow(int status) {
        return status == TIMEOUT || status == TOO_EARLY || status == TOO_MANY || Status.isServerError(status);
    }

    private static String later(HttpResult.Response answer) {
        return RetryAfter.parse(answer.header("Retry-After"), Clock.SYSTEM.now())
                .map(wait -> "Run the command again in " + wait.toSeconds() + " s.")
                .orElse("Run the command again in a while.");
    }
}
