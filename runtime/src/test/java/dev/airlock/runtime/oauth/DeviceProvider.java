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

/** An authorization server on the loopback interface that gives codes, and says to whoever asks about one what a test has it say. */
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

    /** Has it answer so to whoever asks for a code: a status, a space and a body. */
    void code(String answer) {
        code = answer;
    }

    /** Has it answer so to whoever asks about a code, one after the other; hangs up where there is none. */
    void answers(String... each) {
        answers.addAll(List.of(each));
    }

    /** The forms that came, each after its path. */
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
