package dev.airlock.postgres;

import java.util.regex.Pattern;
import org.postgresql.Driver;

/** Checks a URL before PostgreSQL's driver gets it. The driver's message for an invalid URL would show it, with any password in it. */
final class PostgresUrl {
    static final String KIND = "jdbc:postgresql:";

    private static final Pattern HOSTS;

    static {
        String host = "(\\[[^\\[\\]/?@]*\\]|[^\\[\\]:/?@,]*)(:[0-9]{0,5})?";
        HOSTS = Pattern.compile("//" + host + "(," + host + ")*/.*", Pattern.DOTALL);
    }

    private static final Pattern BEFORE_THE_HOST = Pattern.compile("[^?]*@");

    private PostgresUrl() {}

    /**
     * Requires a URL that the driver understands.
     *
     * @throws IllegalArgumentException if it does not; the message contains nothing of the URL
     */
    static void require(String url) {
        String rest = url.substring(KIND.length());
        if (BEFORE_THE_HOST.matcher(rest).lookingAt()) {
            throw new IllegalArgumentException(
                    "The audit log's URL has a user or a password before its host. Give both as the arguments of"
                            + " AuditStore.at, where nothing is escaped, or as ?user=…&password=… at the URL's end, where they are percent-encoded.");
        }
        if (!understood(url, rest)) {
            throw new IllegalArgumentException(
                    "The audit log's URL is not one that PostgreSQL's driver understands, such as"
                            + " jdbc:postgresql://HOST:PORT/DATABASE. Percent-encode everything after the host: a % is %25.");
        }
    }

    private static boolean understood(String url, String rest) {
        boolean hosts = !rest.startsWith("//") || HOSTS.matcher(rest).matches();
        return hosts && Driver.parseURL(url, null) != null;
    }
}
