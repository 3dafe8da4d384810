package dev.airlock.postgres;

import java.util.Arrays;
import java.util.List;
import java.util.Properties;
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
     * @param what how a message names it
     * @param where the method that takes user and password
     * @throws IllegalArgumentException if it does not; the message contains nothing of the URL
     */
    static void require(String url, String what, String where) {
        String rest = url.substring(KIND.length());
        if (BEFORE_THE_HOST.matcher(rest).lookingAt()) {
            throw new IllegalArgumentException(
                    what + " has a user or a password before its host. Give both as the arguments of " + where
                            + ", where nothing is escaped, or as ?user=…&password=… at the URL's end, where they are percent-encoded.");
        }
        if (!understood(url, rest)) {
            throw new IllegalArgumentException(what + " is not one that PostgreSQL's driver understands, such as"
                    + " jdbc:postgresql://HOST:PORT/DATABASE. Percent-encode everything after the host: a % is %25.");
        }
    }

    private static boolean understood(String url, String rest) {
        boolean hosts = !rest.startsWith("//") || HOSTS.matcher(rest).matches();
        return hosts && Driver.parseURL(url, null) != null;
    }

    /**
     * Returns a URL with {@code sslmode=verify-full}, unless it says itself how the connection is secured, or leads to this machine only.
     */
    static String secured(String url) {
        Properties parts = Driver.parseURL(url, null);
        boolean saysHow = parts == null
                || List.of("sslmode", "ssl", "sslfactory", "gssEncMode").stream()
                        .anyMatch(name -> parts.getProperty(name) != null);
        boolean isLocal = parts != null
                && Arrays.stream(parts.getProperty("PGHOST", "localhost").split(","))
                        .allMatch(PostgresUrl::isThisMachine);
        return saysHow || isLocal ? url : url + (url.contains("?") ? "&" : "?") + "sslmode=verify-full";
    }

    private static boolean isThisMachine(String host) {
        return host.equals("localhost") || host.startsWith("127.") || host.equals("::1") || host.equals("[::1]");
    }
}
