package dev.airlock.sandbox.host.net;

import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import okhttp3.Call;
import okhttp3.Connection;
import okhttp3.EventListener;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/** Tells the watch which phase an exchange is in, and the record where and when its request goes out. */
final class ExchangeListener extends EventListener {
    /** The client holds what stands around a piece of a body, such as a chunk's extension, whole and however long it is. */
    private static final long MOST_AROUND_A_PIECE = 1 << 20;

    private final ExchangeWatch watch;
    private final ExchangeRecord recording;
    private final OpenSockets sockets;
    private volatile @Nullable Socket socket;
    private volatile @Nullable DialedSocket beneath;
    private volatile long receivedBefore;
    private volatile boolean alone;

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

    /** A piece of the answer's body has come. Over HTTP/2 the windows of its streams bound what comes between two of them. */
    void bodyMoved() {
        watch.progress();
        DialedSocket counting = beneath;
        if (alone && counting != null) {
            counting.mayReceive(MOST_AROUND_A_PIECE);
        }
    }

    /** Whether more came than the client can be let hold. */
    boolean overfed() {
        DialedSocket counting = beneath;
        return counting != null && counting.overfed();
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
        if (counting != null) {
            counting.mayReceiveAnything();
        }
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
        alone = response.protocol() != Protocol.HTTP_2;
        bodyMoved();
    }
}
