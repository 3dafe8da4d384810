package dev.airlock.runtime.install.net;

import dev.airlock.failures.NetworkFailureKind;
import dev.airlock.sandbox.host.net.HttpResult;

/** What somebody does about a download that came to nothing, as sentences. */
final class NextStep {
    private static final String OTHER_WAY = "get the archive in another way and name the file with --from";
    private static final int TIMEOUT = 408;
    private static final int GONE = 410;
    private static final int TOO_EARLY = 425;
    private static final int TOO_MANY = 429;
    private static final int SERVER_ERRORS = 500;

    private NextStep() {}

    /** After an exchange that broke. */
    static String after(NetworkFailureKind kind) {
        return switch (kind) {
            case DNS ->
                "Look at the name, and whether this machine reaches the network and its name server. Run the command again.";
            case CONNECT_REFUSED, CONNECT_TIMEOUT ->
                "Look at host and port, and whether a firewall stands between. Airlock uses no proxy: where one is needed, "
                        + OTHER_WAY + ".";
            case TLS ->
                "If the server is your own, or your network looks into connections, name the certificates of the authority"
                        + " in AIRLOCK_CA_FILE; else do not use that server.";
            case RESET, TIMEOUT, UNPROCESSED, CIRCUIT_OPEN -> "Run the command again.";
            case PROTOCOL -> "Look at the URL: what is there does not speak https.";
        };
    }

    /** After an answer that says no. */
    static String after(HttpResult.Response answer) {
        int status = answer.status();
        if (status == Status.UNAUTHORIZED || status == Status.FORBIDDEN) {
            return "It gives this to nobody, or to nobody who is not logged in. If you may have it, " + OTHER_WAY + ".";
        }
        if (status == Status.ABSENT || status == GONE) {
            return "Look at the URL; what is not public is often not there for others.";
        }
        if (status == TIMEOUT || status == TOO_EARLY || status == TOO_MANY || status >= SERVER_ERRORS) {
            String wait = answer.header("Retry-After");
            return wait.matches("[0-9]{1,6}")
                    ? "Run the command again in " + wait + " s."
                    : "Run the command again in a while.";
        }
        return "That is no answer to a download. Look at the URL.";
    }
}
