package dev.airlock.sandbox.host.net;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.util.Optional;
import okhttp3.Call;
import okhttp3.Connection;
import okhttp3.EventListener;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.Response;
import okhttp3.internal.connection.BufferedSocket;
import okhttp3.internal.connection.RealConnection;
import org.jspecify.annotations.Nullable;

/** Tells the watch which phase an exchange is in, and the record where and when its request goes out. */
final class ExchangeListener extends EventListener {
    /** The client holds what stands around a piece of a body, such as a chunk's extension, whole and however long it is. */
    private static final long MOST_AROUND_A_PIECE = 1 << 20;

    /** Between two exchanges, an HTTP/2 service has little to say. */
    private static final long MOST_WHILE_IDLE = 64 << 10;

    /** Over HTTP/2 the streams may fill the connection's window of 16 MiB before a piece of one is taken. */
    private static final long MOST_OF_ALL_STREAMS = (16 << 20) + MOST_AROUND_A_PIECE;

    private final ExchangeWatch watch;
    private final ExchangeRecord recording;
    private final OpenSockets sockets;
    private volatile @Nullable Socket socket;
    private volatile @Nullable DialedSocket beneath;
    private volatile long receivedBefore;
    private volatile boolean isHttp2;
    private volatile boolean isAnswered;
    private @Nullable BufferedSocket http1;
    private @Nullable BadAnswerException badAnswer;

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

    /** A piece of the request's body goes out, or one of the answer's has come. */
    void bodyMoved() {
        watch.progress();
        DialedSocket counting = beneath;
        if (counting != null) {
            allow(counting);
        }
    }

    /** The exchange goes over HTTP/1 on that connection. */
    void talksOver(BufferedSocket connection) {
        http1 = connection;
    }

    /** Why the answer is refused, if it is, although the client takes it. */
    Optional<BadAnswerException> badAnswer() {
        return Optional.ofNullable(badAnswer);
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
        if (counting != null && connection instanceof RealConnection real) {
            counting.carries(real);
            isHttp2 = connection.protocol() == Protocol.HTTP_2;
            allow(counting);
        }
        beneath = counting;
        recording.dials(connection.socket().getInetAddress());
        watch.enter(Phase.SEND);
    }

    /** How much may come until something moves. */
    private void allow(DialedSocket counting) {
        if (isHttp2) {
            counting.mayReceive(MOST_OF_ALL_STREAMS);
        } else if (isAnswered) {
            counting.mayReceive(MOST_AROUND_A_PIECE);
        } else {
            counting.mayReceiveAnything();
        }
    }

    @Override
    public void connectionReleased(Call call, Connection connection) {
        DialedSocket counting = beneath;
        if (counting != null) {
            synchronized (connection) {
                if (((RealConnection) connection).getCalls().isEmpty()) {
                    counting.mayReceive(MOST_WHILE_IDLE);
                }
            }
        }
    }

    @Override
    public void requestHeadersStart(Call call) {
        recording.goesOut();
        watch.enter(Phase.SEND);
    }

    @Override
    public void requestHeadersEnd(Call call, Request request) {
        if (request.body() == null) {
            awaitHead();
        }
    }

    @Override
    public void requestBodyEnd(Call call, long byteCount) {
        awaitHead();
    }

    /** The request does not go out whole, for instance since the service took enough of it to answer: the client then looks for the answer. */
    @Override
    public void requestFailed(Call call, IOException thrown) {
        if (http1 != null && !call.isCanceled()) {
            awaitHead();
        }
    }

    /** The last event before the client sends what it holds of the request, and reads the head of the answer. */
    private void awaitHead() {
        watch.enter(Phase.HEADERS);
        BufferedSocket talking = http1;
        if (talking == null) {
            return;
        }
        try {
            flush(talking);
            AnswerHead.mend(talking.getSource());
        } catch (BadAnswerException bad) {
            badAnswer = bad;
        } catch (IOException broken) {
            // the client's own read meets it again, and tells
        }
    }

    /** A service that answered already may have ceased to take the request. */
    private static void flush(BufferedSocket talking) {
        try {
            talking.getSink().flush();
        } catch (IOException broken) {
            // the client's own write meets it again, and tells
        }
    }

    @Override
    public void responseHeadersEnd(Call call, Response response) {
        watch.enter(Phase.BODY);
        isAnswered = true;
        bodyMoved();
    }
}
