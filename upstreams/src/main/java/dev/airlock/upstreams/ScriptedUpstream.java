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
 * A running upstream: an HTTP and an HTTPS server on loopback that answer by a script, and a record of what they were
 * asked.
 *
 * <pre>{@code
 * try (ScriptedUpstream upstream = ScriptedUpstream.start(script, List.of("slack.com:443"))) {
 *     InetSocketAddress address = upstream.dial("slack.com", 443, true);
 *     // connect there, agree on TLS for "slack.com" with upstream.trustManager(), and send the request
 *     upstream.requests();
 * }
 * }</pre>
 *
 * <p>All methods may be called from any thread.
 */
public final class ScriptedUpstream implements AutoCloseable {
    private final Certificates certificates;
    private final X509TrustManager trustManager;
    private final WireServer server;
    private final Connections connections;
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

    private Connections open(List<HostPattern> granted) throws IOException {
        try {
            Connections opened = new Connections(granted, server, certificates);
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
     * @param script what it answers
     * @param grantedHosts the hosts it stands in for, as a manifest writes them: {@code host:port} or
     *     {@code http://host:port}
     * @throws IllegalArgumentException if a granted host is not written like that
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
     * Plays another script from now on, with a record of its own. What is still answered by the earlier one goes on. Connections that
     * are open stay open, so a fault that strikes before there is a request meets only who connects anew.
     *
     * @param other the script; its hosts are those of the grant
     * @param disturbance what is answered otherwise
     * @throws IOException if no port can be opened on loopback
     */
    public void play(UpstreamScript other, Disturbance disturbance) throws IOException {
        Play next = Play.of(other, disturbance);
        connections.play(next.rules());
        play = next;
    }

    /**
     * The address to connect to for a host: the name's resolution and the connection in one step. Each call is one attempt
     * and uses up one of the times of a {@code dns}, {@code connect_refused} or TLS fault.
     *
     * @throws UnknownHostException if the host is not granted, or the script says that it does not resolve
     */
    public InetSocketAddress dial(String host, int port, boolean tls) throws UnknownHostException {
        InetAddress address =
                connections.resolve(host, rule -> rule.exchange().match().matchesHost(host, port));
        return new InetSocketAddress(address, connect(host, port, tls).getPort());
    }

    /**
     * The first half of {@link #dial}, for a network stack that looks names up apart from connecting and without a port.
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
     * The second half of {@link #dial}: the address to connect to once the name is resolved. Where the script refuses the
     * connection, and for a port that is not granted, nothing listens at that address.
     */
    public InetSocketAddress connect(String host, int port, boolean tls) {
        return connections.connect(host, port, tls);
    }

    /** The authority that signed the certificates of this run. */
    public X509Certificate caCertificate() {
        return certificates.authority();
    }

    /** Trusts the authority of this run and no other. */
    public X509TrustManager trustManager() {
        return trustManager;
    }

    /** The script's fake secrets by credential kind. */
    public Map<String, String> bindings() {
        return play.script().bindings();
    }

    /** The requests that have arrived so far, in order; of very many or very large ones only the latest. */
    public List<RecordedRequest> requests() {
        return play.recorder().requests();
    }

    /** What was asked without an answer in the script, which rules were never used, and what else went wrong. */
    public UpstreamReport report() {
        return play.report();
    }

    /** Ends every connection, delay and thread at once. The record and the report stay readable. */
    @Override
    public void close() {
        server.close();
    }

    /** The listeners and connections that are open. */
    int openSockets() {
        return server.openSockets();
    }
}
