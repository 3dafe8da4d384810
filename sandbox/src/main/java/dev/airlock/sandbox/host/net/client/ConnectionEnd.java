package dev.airlock.sandbox.host.net.client;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import okhttp3.Interceptor;
import okhttp3.Protocol;
import okhttp3.Response;
import okhttp3.internal.connection.RealConnection;

/**
 * Ends connections where the service ends them (RFC 9112, 9.3): after an answer whose options include {@code close},
 * and after one of HTTP/1.0 without {@code keep-alive}. The client relies on its own retry for that, which is off here:
 * the next request would go into a closed connection, and count as possibly done. This class instructs the client
 * through a member that is public in the class file.
 */
final class ConnectionEnd implements Interceptor {
    @Override
    public Response intercept(Chain chain) throws IOException {
        Response response = chain.proceed(chain.request());
        if (isLast(response) && chain.connection() instanceof RealConnection connection) {
            connection.noNewExchanges();
        }
        return response;
    }

    private static boolean isLast(Response response) {
        List<String> options = response.headers("Connection").stream()
                .flatMap(value -> Arrays.stream(value.split(",")))
                .map(option -> option.strip().toLowerCase(Locale.ROOT))
                .toList();
        boolean closes = response.protocol() == Protocol.HTTP_1_0 && !options.contains("keep-alive");
        return closes || options.contains("close");
    }
}
