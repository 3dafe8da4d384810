package dev.airlock.registry.net;

import dev.airlock.failures.NetworkFailureKind;
import dev.airlock.runtime.recovery.policy.RetryAfter;
import dev.airlock.sandbox.host.net.message.HttpResult;
import dev.airlock.sandbox.time.Clock;

/** The next step after a failed download, in sentences. */
final class TransferAdvice {
    private static final int TIMEOUT = 408;
    private static final int GONE = 410;
    private static final int TOO_EARLY = 425;
    private static final int TOO_MANY = 429;

    private TransferAdvice() {}

    /** Returns the next step after a failed exchange. */
    static String after(NetworkFailureKind kind, TransferPurpose errand) {
        return switch (kind) {
            case DNS -> "Check the name, the network and the name server of this machine. Run the command again.";
            case CONNECT_REFUSED, CONNECT_TIMEOUT ->
                "Check host, port and firewalls. Airlock uses no proxy: if one is needed, " + errand.withoutProxy()
                        + ".";
            case TLS ->
                "If the server is your own, or your network inspects TLS, name the certificates of its authority"
                        + " in AIRLOCK_CA_FILE; else do not use that server.";
            case RESET, TIMEOUT, UNPROCESSED, CIRCUIT_OPEN -> "Run the command again.";
            case PROTOCOL -> "Check the URL: the server there does not speak https.";
        };
    }

    /** Returns the next step after an error answer to a download. */
    static String after(HttpResult.Response answer) {
        int status = answer.status();
        if (status == Status.UNAUTHORIZED || status == Status.FORBIDDEN) {
            return "It refuses access, or needs a login. If you may have the file, "
                    + TransferPurpose.DOWNLOAD.withoutProxy() + ".";
        }
        if (status == Status.ABSENT || status == GONE) {
            return "Check the URL; servers often hide files that are not public.";
        }
        return isForNow(status) ? later(answer) : "That is not an answer to a download. Check the URL.";
    }

    /** Returns the next step after an error answer to an upload. */
    static String afterUpload(HttpResult.Response answer) {
        if (isForNow(answer.status())) {
            return later(answer);
        }
        return answer.status() == Status.ABSENT
                ? "Check the name of the repository; some registries need it to exist already."
                : "Check the place, or ask the registry's operator.";
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
