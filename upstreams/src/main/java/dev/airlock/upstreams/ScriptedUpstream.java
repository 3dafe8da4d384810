package dev.airlock.upstreams;

import dev.airlock.upstreams.script.HostPattern;
import dev.airlock.upstreams.script.UpstreamScript;
import dev.airlock.upstreams.wire.WireServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import javax.net.ssl.X509TrustManager;

/**
 * A running upstream: an HTTP and an HTTPS server on loopback that answer from a script, and a record of their requests.
 *
 * <pre>{@code
 * try (ScriptedUpstream upstream = ScriptedUpstream.start(script, List.of("slack.com:443"))) {
 *     InetSocketAddress address = upstream.dial("slack.com", 443, true);
 *     // connect there, agree on TLS for "slack.com" with upstream.trustManager(), and send the request
 *     upstream.requests();
 * }
 * }</pre>
 *
 * <p>Thread-safe.
 */
public final class ScriptedUpstream implements AutoCloseable {
    private final Certificates certificates;
    private final X509TrustManager trustManager;
    private final WireServer server;
    private final UpstreamConnections connections;
    private volatile Play play;

    private ScriptedUpstream(UpstreamScript script, List<HostPattern> granted) throws IOException {
        this.play = Play.of(script, Disturbance.NONE);
        this.certificates =
                new Certificates(granted.stream().map(HostPattern::name).toList());
        this.trustManager = certificates.trustManager();
        this.server = new WireServer(
                new Responder(() -> play), line -> play.recorder().note(line));
        this.connections = open(granted);
    }

    private UpstreamConnections open(List<HostPattern> granted) throws IOException {
        try {
            UpstreamConnections opened = new UpstreamConnections(granted, server, certificates);
            opened.play(play.rules());
            return opened;
        } catch (IOException | RuntimeException e) {
            server.close();
            throw e;
        }
    }

    /**
     * Starts an upstream for the hosts of a grant.
     *
     * @param script the script of its answers
     * @param grantedHosts the hosts that it replaces, as written in a manifest: {@code host:port} or {@code http://host:port}
     * @throws IllegalArgumentException if a granted host has another form
     * @throws IOException if no port can be opened on loopback
     */
    public static ScriptedUpstream start(UpstreamScript script, Collection<String> grantedHosts) throws IOException {
        return new ScriptedUpstream(
                script, grantedHosts.stream().map(ScriptedUpstream::grant).toList());
    }

    private static HostPattern grant(String text) {
        String bare = text.startsWith("http://") ? text.substring("http://".length()) : text;
        return HostPattern.parse(bare).orElseThrow(() -> new IllegalArgumentException("not a granted host: " + text));
    }

    /**
     * Plays another script from now on, with a new record. The earlier script finishes the requests that it is still answering. Open
     * connections stay open, so a fault that strikes before a request affects only new connections.
     *
     * @param other the script; its hosts are those of the grant
     * @param disturbance replaces some answers
     * @throws IOException if no port can be opened on loopback
     */
    public void play(UpstreamScript other, Disturbance disturbance) throws IOException {
        Play next = Play.of(other, disturbance);
        connections.play(next.rules());
        play = next;
    }

    /**
     * Returns the address to connect to for a host: resolves the name and chooses the address in one step. Each call is one attempt and
     * takes one use of a {@code dns}, {@code connect_refused} or TLS fault.
     *
     * @throws UnknownHostException if the host is not granted, or the script says that it does not resolve
     */
    public InetSocketAddress dial(String host, int port, boolean tls) throws UnknownHostException {
        InetAddress address =
                connections.resolve(host, rule -> rule.exchange().match().matchesHost(host, port));
        return new InetSocketAddress(address, connect(host, port, tls).getPort());
    }

    /**
     * Performs the first half of {@link #dial}, for a network stack that resolves names separately and without a port.
     *
     * @throws UnknownHostException if the host is not granted, or the script says that it does not resolve
     */
    public InetAddress resolve(String host) throws UnknownHostException {
        return connections.resolve(
                host,
                rule -> rule.exchange()
                        .match()
                        .host()
                        .map(pattern -> pattern.matchesName(host))
                        .orElse(true));
    }

    /**
     * Performs the second half of {@link #dial}: returns the address to connect to after the name is resolved. Nothing listens at that
     * address if the script refuses the connection or the port is not granted.
     */
    public InetSocketAddress connect(String host, int port, boolean tls) {
        return connections.connect(host, port, tls);
    }

    /** Returns the authority that signed the certificates of this run. */
    public X509Certificate caCertificate() {
        return certificates.authority();
    }

    /** Returns a trust manager that trusts only the authority of this run. */
    public X509TrustManager trustManager() {
        return trustManager;
    }

    /** Returns the script's fake secrets by credential kind. */
    public Map<String, String> bindings() {
        return play.script().bindings();
    }

    /** Returns the requests that have arrived so far, in order; only the latest if they are too many or too large. */
    public List<RecordedRequest> requests() {
        return play.recorder().requests();
    }

    /** Returns the requests without an answer in the script, the rules that were never used, and other problems. */
    public UpstreamReport report() {
        return play.report();
    }

    /** Ends every connection, delay and thread at once. The record and the report stay readable. */
    @Override
    public void close() {
        server.close();
    }

    /** Returns the number of open listeners and connections. */
    int openSockets() {
        return server.openSockets();
    }
}
