package dev.airlock.sandbox.host;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** A server that repeats the request line in its status text, its body and a trailer of one answer. */
final class EchoingServer implements AutoCloseable {
    private final ServerSocket listener;
    private final Thread thread = new Thread(this::serve, "echoing");
    private volatile String heard = "";

    private EchoingServer(ServerSocket listener) {
        this.listener = listener;
    }

    static EchoingServer start() throws IOException {
        EchoingServer server = new EchoingServer(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
        server.thread.start();
        return server;
    }

    InetSocketAddress address() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), listener.getLocalPort());
    }

    /** The request line. */
    String heard() {
        return heard;
    }

    private void serve() {
        try (Socket socket = listener.accept();
                BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream(), ISO_8859_1))) {
            String line = String.valueOf(in.readLine());
            heard = line;
            for (String header = line; header != null && !header.isEmpty(); ) {
                header = in.readLine();
            }
            socket.getOutputStream()
                    .write(("HTTP/1.1 200 " + line + "\r\nX-Echo: " + line
                                    + "\r\nTransfer-Encoding: chunked\r\nTrailer: X-Trailer\r\n\r\n"
                                    + Integer.toHexString(line.length()) + "\r\n" + line + "\r\n0\r\nX-Trailer: " + line
                                    + "\r\n\r\n")
                            .getBytes(ISO_8859_1));
            in.readLine(); // until the client has gone
        } catch (IOException closed) {
            heard = heard.isEmpty() ? closed.toString() : heard;
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
