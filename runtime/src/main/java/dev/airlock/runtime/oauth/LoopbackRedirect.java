package dev.airlock.runtime.oauth;

import com.nimbusds.oauth2.sdk.util.URLUtils;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The address to which the browser returns: a port of the loopback interface, chosen by the system (RFC 8252, section 7.3). The first
 * request with the right state is the answer; all others are refused.
 */
final class LoopbackRedirect implements AutoCloseable {
    private static final String PATH = "/callback";
    private static final String HTML = "<!doctype html><meta charset=utf-8><title>Airlock</title><p>%s</p>";

    /** The answer that the browser brought. */
    sealed interface Answer {
        record Code(String value) implements Answer {}

        record Refused(String error) implements Answer {}

        record None() implements Answer {}
    }

    private final HttpServer server;
    private final String state;
    private final CompletableFuture<Answer> answer = new CompletableFuture<>();

    private LoopbackRedirect(HttpServer server, String state) {
        this.server = server;
        this.state = state;
    }

    static LoopbackRedirect listen(String state) throws IOException {
        HttpServer server =
                HttpServer.create(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), 0), 0);
        LoopbackRedirect redirect = new LoopbackRedirect(server, state);
        server.createContext(PATH, redirect::handle);
        server.start();
        return redirect;
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + PATH);
    }

    Answer await(Duration atMost) throws InterruptedException {
        try {
            return answer.get(atMost.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            return new Answer.None();
        } catch (ExecutionException e) {
            throw new IllegalStateException("nothing completes it with an exception", e);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            Map<String, List<String>> query =
                    URLUtils.parseParameters(exchange.getRequestURI().getRawQuery());
            boolean ours = exchange.getRequestURI().getPath().equals(PATH) && isState(one(query, "state"));
            if (!ours) {
                respond(exchange, 400, "This is not the answer that Airlock expects.");
                return;
            }
            String code = one(query, "code");
            if (code.isEmpty()) {
                String error = one(query, "error");
                answer.complete(new Answer.Refused(error.matches("[a-z_]{1,40}") ? error : "no code"));
                respond(exchange, 200, "Nothing was bound. You may close this window.");
            } else {
                answer.complete(new Answer.Code(code));
                respond(exchange, 200, "Airlock has the answer. You may close this window.");
            }
        }
    }

    private boolean isState(String given) {
        return MessageDigest.isEqual(given.getBytes(StandardCharsets.UTF_8), state.getBytes(StandardCharsets.UTF_8));
    }

    private static String one(Map<String, List<String>> query, String name) {
        List<String> values = query.getOrDefault(name, List.of());
        return values.size() == 1 ? values.get(0) : "";
    }

    private static void respond(HttpExchange exchange, int status, String text) throws IOException {
        byte[] body = HTML.formatted(text).getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "text/html; charset=utf-8");
        exchange.getResponseHeaders().set("Referrer-Policy", "no-referrer");
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
    }
}
