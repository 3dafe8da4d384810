package dev.airlock.upstreams;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests clients that no library would be: rude, silent, or outdated. */
class RawClientsTest {
    private static final String OK = "[[exchange]]\nmatch = { path = \"/x\" }\nrespond = { body = \"ok\" }";

    @Test
    void answersPipelinedRequestsInOrder() throws IOException {
        String first = get("/x?1", "");
        String second = get("http://plain.example.com/x", "Connection: close\r\n");
        assertThat(ask(OK, first + second)).isEqualTo(ok("") + ok("Connection: close\r\n"));
    }

    @Test
    void closesTheConnectionAfterAnHttp10Request() throws IOException {
        assertThat(ask(OK, "GET /x HTTP/1.0\r\n\r\n")).isEqualTo(ok("Connection: close\r\n"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nonsense\r\n\r\n",
                "GET /x HTTP/1.1\r\nno colon\r\n\r\n",
                "POST /x HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
                "POST /x HTTP/1.1\r\nContent-Length: 70000000\r\n\r\n",
                "POST /x HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"
            })
    void closesOnWhatIsNotHttpAndSaysSoInTheReport(String sent) throws IOException {
        try (ScriptedUpstream upstream = Clients.start(OK, "http://plain.example.com:80")) {
            assertThat(ask(upstream, sent)).isEmpty();
            Clients.eventually(() -> assertThat(upstream.report().notes())
                    .singleElement()
                    .asString()
                    .startsWith("a connection ended early: "));
            assertThat(upstream.requests()).isEmpty();
        }
    }

    @Test
    void refusesBrokenHttp2WithGoaway() throws IOException {
        try (ScriptedUpstream upstream = Clients.start(OK, "localhost:443");
                SSLSocket socket = http2(upstream)) {
            socket.getOutputStream().write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            socket.getOutputStream().write(new byte[] {0, 0, 0, 9, 0, 0, 0, 0, 1});
            byte[] answer = socket.getInputStream().readAllBytes();
            assertThat(answer).endsWith(0, 0, 8, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1);
        }
    }

    @Test
    void closingDoesNotWaitForClientsThatNeitherReadNorSpeak() throws IOException {
        ScriptedUpstream upstream =
                Clients.start("[[exchange]]\nfault = \"oversize\"", "localhost:443", "http://plain.example.com:80");
        try (Socket silent = plain(upstream);
                Socket deaf = plain(upstream);
                SSLSocket deafTls = tls(upstream, "http/1.1");
                Socket unshaken = new Socket()) {
            unshaken.connect(upstream.connect("localhost", 443, true));
            byte[] request = "GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
            deaf.getOutputStream().write(request);
            deafTls.getOutputStream().write(request);
            assertThat(silent.isConnected()).isTrue();
            Clients.eventually(() -> assertThat(upstream.requests()).hasSize(2));
            upstream.close();
            assertThat(upstream.openSockets()).isZero();
            assertThat(upstream.report().notes()).isEmpty();
        }
    }

    private static String get(String target, String headers) {
        return "GET " + target + " HTTP/1.1\r\nHost: plain.example.com\r\n" + headers + "\r\n";
    }

    private static String ok(String headers) {
        return "HTTP/1.1 200 \r\nContent-Length: 2\r\n" + headers + "\r\nok";
    }

    private static String ask(String script, String sent) throws IOException {
        try (ScriptedUpstream upstream = Clients.start(script, "http://plain.example.com:80")) {
            return ask(upstream, sent);
        }
    }

    private static String ask(ScriptedUpstream upstream, String sent) throws IOException {
        try (Socket socket = plain(upstream)) {
            socket.getOutputStream().write(sent.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        }
    }

    private static Socket plain(ScriptedUpstream upstream) throws IOException {
        InetSocketAddress address = upstream.dial("plain.example.com", 80, false);
        return new Socket(address.getAddress(), address.getPort());
    }

    private static SSLSocket http2(ScriptedUpstream upstream) throws IOException {
        return tls(upstream, "h2");
    }

    private static SSLSocket tls(ScriptedUpstream upstream, String protocol) throws IOException {
        InetSocketAddress address = upstream.dial("localhost", 443, true);
        SSLSocket socket = (SSLSocket) Clients.context(upstream.trustManager())
                .getSocketFactory()
                .createSocket(address.getAddress(), address.getPort());
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setApplicationProtocols(new String[] {protocol});
        socket.setSSLParameters(parameters);
        socket.startHandshake();
        return socket;
    }
}
