package dev.airlock.upstreams;

import dev.airlock.upstreams.script.Fault;
import dev.airlock.upstreams.script.HostPattern;
import dev.airlock.upstreams.wire.Greeting;
import dev.airlock.upstreams.wire.WireServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** The addresses to connect to for each granted host, with the faults before the first request. */
final class UpstreamConnections {
    private final List<HostPattern> granted;
    private final WireServer server;
    private final Certificates certificates;
    private final InetSocketAddress plain;
    private final InetSocketAddress tls;
    private final InetSocketAddress nobody;
    private volatile Faults faults = new Faults(List.of(), Map.of());

    /** The rules that apply before a request, and the addresses of the listeners for faulty handshakes. */
    private record Faults(List<Rule> rules, Map<Rule, InetSocketAddress> listeners) {}

    UpstreamConnections(List<HostPattern> granted, WireServer server, Certificates certificates) throws IOException {
        this.granted = granted;
        this.server = server;
        this.certificates = certificates;
        this.plain = server.listen(new Greeting.Plain());
        this.tls = server.listen(new Greeting.Tls(certificates.good(), Duration.ZERO));
        this.nobody = server.refuse();
    }

    /** Applies these rules to connections from now on. */
    void play(List<Rule> rules) throws IOException {
        Map<Rule, InetSocketAddress> listeners = new HashMap<>();
        for (Rule rule : rules) {
            if (rule.strikesAt(Fault.Stage.HANDSHAKE)) {
                listeners.put(rule, server.listen(greeting(rule, certificates)));
            }
        }
        faults = new Faults(rules, listeners);
    }

    InetAddress resolve(String host, Predicate<Rule> concerns) throws UnknownHostException {
        if (granted.stream().noneMatch(grant -> grant.matchesName(host))) {
            throw new UnknownHostException(host + " is not granted, so the scripted upstream does not know it");
        }
        for (Rule rule : faults.rules()) {
            if (rule.strikesAt(Fault.Stage.RESOLVE) && concerns.test(rule) && rule.claim()) {
                server.pause(rule.exchange().delay());
                throw new UnknownHostException(host);
            }
        }
        return InetAddress.getByAddress(host, plain.getAddress().getAddress());
    }

    InetSocketAddress connect(String host, int port, boolean secure) {
        if (granted.stream().noneMatch(grant -> grant.matches(host, port))) {
            return nobody;
        }
        Faults now = faults;
        for (Rule rule : now.rules()) {
            boolean refused = rule.strikesAt(Fault.Stage.CONNECT);
            boolean broken = secure && rule.strikesAt(Fault.Stage.HANDSHAKE);
            if ((refused || broken) && rule.exchange().match().matchesHost(host, port) && rule.claim()) {
                return now.listeners().getOrDefault(rule, nobody);
            }
        }
        return secure ? tls : plain;
    }

    private static Greeting greeting(Rule rule, Certificates certificates) {
        Duration delay = rule.exchange().delay();
        return switch (rule.fault().orElseThrow()) {
            case TLS -> new Greeting.Alert(delay);
            case CERTIFICATE_EXPIRED -> new Greeting.Tls(certificates.expired(), delay);
            case WRONG_HOST -> new Greeting.Tls(certificates.wrongHost(), delay);
            case SELF_SIGNED -> new Greeting.Tls(certificates.selfSigned(), delay);
            case DNS,
                    CONNECT_REFUSED,
                    RESET,
                    RESET_AFTER_REQUEST,
                    HALF_CLOSED,
                    TRUNCATED,
                    STALL,
                    STALL_AFTER_HEADERS,
                    DRIP,
                    OVERSIZE,
                    MALFORMED,
                    REDIRECT,
                    BAD_CHUNK,
                    HEADER_FLOOD,
                    ENDLESS_HEADERS,
                    INTERIM_STORM,
                    HTTP2_RESET,
                    HTTP2_GOAWAY -> throw new IllegalStateException("not a fault of the TLS handshake");
        };
    }
}
