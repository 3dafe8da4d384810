package dev.airlock.sandbox.host.net.dial;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.Inet6Address;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

/**
 * A tunnel through a proxy to an address that was checked (CONNECT of RFC 9110, section 9.3.6). The proxy gets the
 * address and never the name, so it resolves nothing and reaches the address that was checked.
 */
final class Tunnel {
    private static final int MOST_BYTES = 16_384;

    private Tunnel() {}

    /**
     * Asks the proxy at the other end to connect; what is sent afterwards reaches the target.
     *
     * @throws ConnectException if the proxy does not connect, or does not answer as a proxy
     */
    static void open(InputStream from, OutputStream to, InetSocketAddress target) throws IOException {
        String where = text(target);
        to.write(("CONNECT " + where + " HTTP/1.1\r\nHost: " + where + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
        to.flush();
        String status = head(from).lines().findFirst().orElse("");
        if (!status.matches("HTTP/1\\.[01] 2\\d\\d( .*)?")) {
            throw new ConnectException("the proxy does not connect");
        }
    }

    private static String text(InetSocketAddress target) {
        String address = target.getAddress().getHostAddress();
        boolean six = target.getAddress() instanceof Inet6Address;
        return (six ? "[" + address.split("%", 2)[0] + "]" : address) + ":" + target.getPort();
    }

    /** Reads up to the empty line and not a byte further: the rest is the target's. */
    private static String head(InputStream from) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.length() < MOST_BYTES) {
            int next = from.read();
            if (next < 0) {
                throw new EOFException("the proxy went away");
            }
            head.append((char) next);
            if (next == '\n' && (head.indexOf("\r\n\r\n") >= 0 || head.indexOf("\n\n") >= 0)) {
                return head.toString();
            }
        }
        throw new ConnectException("the proxy does not answer as one");
    }
}
