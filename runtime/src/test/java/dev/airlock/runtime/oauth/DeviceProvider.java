package dev.airlock.runtime.oauth;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** An authorization server on the loopback interface that issues codes, and gives polls the answers of a test. */
final class DeviceProvider implements AutoCloseable {
    static final String DEVICE_CODE = "canary-device-code";

    private final HttpServer server;
    private final ConcurrentLinkedDeque<String> answers = new ConcurrentLinkedDeque<>();
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private volatile String code = "";

    DeviceProvider() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/device", exchange -> answer(exchange, code));
        server.createContext("/token", exchange -> answer(exchange, answers.poll()));
        server.start();
        code = "200 {\"device_code\":\"" + DEVICE_CODE + "\",\"user_code\":\"WDJB-MJHT\",\"verification_uri\":\""
                + url() + "/enter\",\"expires_in\":900,\"interval\":7}";
    }

    /** Sets the answer to code requests: a status, a space and a body. */
    void code(String answer) {
        code = answer;
    }

    /** Adds answers to polls, one after the other; without one, it hangs up. */
    void answers(String... each) {
        answers.addAll(List.of(each));
    }

    /** Returns the forms of the requests, each after its path. */
    List<String> asked() {
        return asked;
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    private void answer(HttpExchange exchange, @Nullable String answer) throws IOException {
        try (exchange) {
            String form = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            asked.add(exchange.getRequestURI().getPath() + " " + form);
            if (answer == null) {
                return;
            }
            byte[] body = answer.substring(4).getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(Integer.parseInt(answer.substring(0, 3)), body.length);
            exchange.getResponseBody().write(body);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
