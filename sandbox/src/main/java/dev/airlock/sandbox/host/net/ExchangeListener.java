package dev.airlock.sandbox.host.net;

import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import okhttp3.Call;
import okhttp3.Connection;
import okhttp3.EventListener;
import okhttp3.Request;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/** Tells the watch which phase an exchange is in, and the record where and when its request goes out. */
final class ExchangeListener extends EventListener {
    private final ExchangeWatch watch;
    private final ExchangeRecord recording;
    private final OpenSockets sockets;
    private volatile @Nullable Socket socket;
    private volatile @Nullable DialedSocket beneath;
    private volatile long receivedBefore;

    ExchangeListener(ExchangeWatch watch, ExchangeRecord recording, OpenSockets sockets) {
        this.sockets = sockets;
        this.watch = watch;
        this.recording = recording;
    }

    /** The socket that the exchange runs on, if it has one; another exchange may use it too. */
    @Nullable
    Socket socket() {
        return socket;
    }

    /** How many bytes came on that socket since the exchange got it, those of other exchanges included. */
    long received() {
        DialedSocket counting = beneath;
        return counting == null ? 0 : counting.received() - receivedBefore;
    }

    @Override
    public void connectStart(Call call, InetSocketAddress address, Proxy proxy) {
        recording.dials(address.getAddress());
        watch.enterOnce(Phase.CONNECT);
    }

    @Override
    public void secureConnectStart(Call call) {
        watch.enter(Phase.TLS);
    }

    @Override
    public void connectionAcquired(Call call, Connection connection) {
        socket = connection.socket();
        DialedSocket counting = sockets.find(connection.socket()).orElse(null);
        receivedBefore = counting == null ? 0 : counting.received();
        beneath = counting;
        recording.dials(connection.socket().getInetAddress());
        watch.enter(Phase.SEND);
    }

    @Override
    public void requestHeadersStart(Call call) {
        recording.goesOut();
        watch.enter(Phase.SEND);
    }

    @Override
    public void requestHeadersEnd(Call call, Request request) {
        if (request.body() == null) {
            watch.enter(Phase.HEADERS);
        }
    }

    @Override
    public void requestBodyEnd(Call call, long byteCount) {
        watch.enter(Phase.HEADERS);
    }

    @Override
    public void responseHeadersEnd(Call call, Response response) {
        watch.enter(Phase.BODY);
    }
}
