package dev.airlock.upstreams;

import dev.airlock.upstreams.script.Body;
import dev.airlock.upstreams.script.Fault;
import dev.airlock.upstreams.script.RuleAnswer;
import dev.airlock.upstreams.script.ScriptedResponse;
import dev.airlock.upstreams.wire.WireExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/** Performs one fault on one exchange. */
final class FaultyAnswer {
    private static final ScriptedResponse DEFAULT =
            new ScriptedResponse(200, Map.of("Content-Type", List.of("text/plain")), Body.EMPTY);
    /** The faults that need a body. */
    private static final Set<Fault> IN_BODY =
            Set.of(Fault.STALL_AFTER_HEADERS, Fault.DRIP, Fault.OVERSIZE, Fault.BAD_CHUNK, Fault.TRUNCATED);

    private static final Duration DRIP = Duration.ofSeconds(1);
    private static final Duration BURST = Duration.ofMillis(5);
    private static final int BURST_SIZE = 64;
    private static final int FLOOD_HEADERS = 4096;
    private static final int FLOOD_VALUE = 1015;
    private static final int OVERSIZE_BLOCK = 1 << 14;

    private final RuleAnswer.Break broken;
    private final WireExchange exchange;
    private final ScriptedResponse response;
    private int sent;

    FaultyAnswer(RuleAnswer.Break broken, WireExchange exchange) {
        this.broken = broken;
        this.exchange = exchange;
        this.response = broken.response().orElse(DEFAULT);
    }

    /** Sends a response unchanged. */
    static void send(ScriptedResponse response, WireExchange exchange) throws IOException {
        exchange.respond(response.status(), response.headers(), response.body().toByteArray());
    }

    void send() throws IOException {
        boolean head = exchange.request().method().equals("HEAD");
        if (head && IN_BODY.contains(broken.fault())) {
            send(response, exchange);
        } else {
            strike();
        }
    }

    private void strike() throws IOException {
        switch (broken.fault()) {
            case RESET, RESET_AFTER_REQUEST -> exchange.resetConnection();
            case HALF_CLOSED -> halfClose();
            case TRUNCATED -> truncate();
            case STALL -> exchange.awaitGone();
            case STALL_AFTER_HEADERS -> stallAfterHeaders();
            case DRIP -> drip();
            case OVERSIZE -> oversize();
            case MALFORMED -> exchange.malformed();
            case REDIRECT -> send(response, exchange);
            case BAD_CHUNK ->
                exchange.brokenBody(
                        response.status(), response.headers(), bodyOr("partial").toByteArray());
            case HEADER_FLOOD -> headerFlood();
            case ENDLESS_HEADERS -> exchange.endlessHeaders(response.status(), response.headers(), this::paced);
            case INTERIM_STORM -> interimStorm();
            case HTTP2_RESET -> exchange.resetStream();
            case HTTP2_GOAWAY -> exchange.goAway();
            case DNS, CONNECT_REFUSED, TLS, CERTIFICATE_EXPIRED, WRONG_HOST, SELF_SIGNED ->
                throw new IllegalStateException(broken.fault() + " happens before there is a request");
        }
    }

    private void halfClose() throws IOException {
        exchange.closeOutput();
        exchange.awaitGone();
    }

    private void truncate() throws IOException {
        byte[] bytes = bodyOr("partial").toByteArray();
        OutputStream stream = begin(OptionalLong.of(2L * bytes.length));
        stream.write(bytes);
        stream.flush();
        halfClose();
    }

    private void stallAfterHeaders() throws IOException {
        begin(OptionalLong.of(Math.max(1, response.body().size()))).flush();
        exchange.awaitGone();
    }

    private void drip() throws IOException {
        boolean endless = response.body().size() == 0;
        byte[] bytes = bodyOr(".").toByteArray();
        OutputStream stream = begin(endless ? OptionalLong.empty() : OptionalLong.of(bytes.length));
        for (long index = 0; endless || index < bytes.length; index++) {
            if (index > 0 && !exchange.pause(DRIP)) {
                return;
            }
            stream.write(bytes[(int) (index % bytes.length)]);
            stream.flush();
        }
        stream.close();
    }

    private void oversize() throws IOException {
        byte[] pattern = bodyOr("x").toByteArray();
        byte[] block = new byte[Math.max(1, OVERSIZE_BLOCK / pattern.length) * pattern.length];
        for (int index = 0; index < block.length; index++) {
            block[index] = pattern[index % pattern.length];
        }
        OutputStream stream = begin(OptionalLong.empty());
        while (exchange.pause(Duration.ZERO)) {
            stream.write(block);
        }
    }

    private void headerFlood() throws IOException {
        Map<String, List<String>> headers = new LinkedHashMap<>(response.headers());
        headers.put("X-Flood", new ArrayList<>(Collections.nCopies(FLOOD_HEADERS, "f".repeat(FLOOD_VALUE))));
        exchange.respond(response.status(), headers, response.body().toByteArray());
    }

    private void interimStorm() throws IOException {
        while (paced()) {
            exchange.interim(103);
        }
    }

    /** Returns true while the server is open, at most 64 times in 5 ms, so that an endless fault does not use a whole core. */
    private boolean paced() {
        sent++;
        return sent % BURST_SIZE == 0 ? exchange.pause(BURST) : exchange.pause(Duration.ZERO);
    }

    private OutputStream begin(OptionalLong length) throws IOException {
        return length.isPresent()
                ? exchange.begin(response.status(), response.headers(), length.getAsLong())
                : exchange.begin(response.status(), response.headers());
    }

    private Body bodyOr(String text) {
        return response.body().size() > 0 ? response.body() : Body.of(text);
    }
}
