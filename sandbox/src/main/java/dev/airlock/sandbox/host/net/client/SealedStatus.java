package dev.airlock.sandbox.host.net.client;

import java.io.IOException;
import java.net.ProtocolException;
import okhttp3.Interceptor;
import okhttp3.Response;

/**
 * Hides the status of a response from the client's own follow-ups. OkHttp resends a request on 503 with
 * {@code Retry-After: 0}, on 421 and on 408, and fails on 407. It decides by the status, so it sees 200 and the true
 * status is kept here. A second request on the same exchange is refused, whatever the reason.
 */
final class SealedStatus implements Interceptor {
    private static final int NONE = 0;

    private volatile int status = NONE;

    /** The true status. */
    int status() {
        return status;
    }

    @Override
    public Response intercept(Chain chain) throws IOException {
        if (status != NONE) {
            throw new ProtocolException("a request is sent once");
        }
        Response response = chain.proceed(chain.request());
        status = response.code();
        return response.newBuilder().code(200).build();
    }
}
