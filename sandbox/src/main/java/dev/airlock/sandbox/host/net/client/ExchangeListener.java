package dev.airlock.sandbox.host.net.client;

import dev.airlock.sandbox.host.net.answer.AnswerHead;
import dev.airlock.sandbox.host.net.answer.BadAnswerException;
import dev.airlock.sandbox.host.net.dial.DialedSocket;
import dev.airlock.sandbox.host.net.dial.OpenSockets;
import dev.airlock.sandbox.host.net.message.ExchangeRecord;
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

/** Reports the phase of an exchange to the watch, and its destination and sending to the record. */
final class ExchangeListener extends EventListener {
    /**
     * The most bytes around a piece of a body, such as a chunk's extension, which the client holds whole whatever their
     * length.
     */
    private static final long MOST_AROUND_A_PIECE = 1 << 20;

    /** The most bytes between two exchanges, when an HTTP/2 service has little to say. */
    private static final long MOST_WHILE_IDLE = 64 << 10;

    /**
     * The most bytes over HTTP/2, whose streams may fill the connection's window of 16 MiB before a piece of one is
     * read.
     */
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

    /** The socket of the exchange, if it has one; another exchange may use it too. */
    @Nullable
    Socket socket() {
        return socket;
    }

    /** The bytes that came on that socket since the exchange got it, including those of other exchanges. */
    long received() {
        DialedSocket counting = beneath;
        return counting == null ? 0 : counting.received() - receivedBefore;
    }

    /** Records that a piece of the request's body goes out, or one of the answer's has come. */
    void bodyMoved() {
        watch.progress();
        DialedSocket counting = beneath;
        if (counting != null) {
            allow(counting);
        }
    }

    /** Records that the exchange goes over HTTP/1 on that connection. */
    void talksOver(BufferedSocket connection) {
        http1 = connection;
    }

    /** Why the answer is refused although the client accepts it; empty if it is not refused. */
    Optional<BadAnswerException> badAnswer() {
        return Optional.ofNullable(badAnswer);
    }

    /** Whether more came than the client may hold. */
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

    /** Sets how much may come until something moves. */
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

    /**
     * The request does not go out whole, for example because the service answered after a part of it. The client then
     * looks for the answer.
     */
    @Override
    public void requestFailed(Call call, IOException thrown) {
        if (http1 != null && !call.isCanceled()) {
            awaitHead();
        }
    }

    /** Handles the last event before the client sends the rest of the request and reads the head of the answer. */
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
            // the client's own read meets it again, and reports it
        }
    }

    /** A service that has already answered may have stopped reading the request. */
    private static void flush(BufferedSocket talking) {
        try {
            talking.getSink().flush();
        } catch (IOException broken) {
            // the client's own write meets it again, and reports it
        }
    }

    @Override
    public void responseHeadersEnd(Call call, Response response) {
        watch.enter(Phase.BODY);
        isAnswered = true;
        bodyMoved();
    }
}
