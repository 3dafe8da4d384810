package dev.airlock.upstreams;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.Response;

/** Collects the results of a number of calls: a status, or the kind of exception. */
final class Replies implements Callback {
    private final List<String> outcomes = new ArrayList<>();
    private final CountDownLatch missing;

    Replies(int expected) {
        this.missing = new CountDownLatch(expected);
    }

    List<String> await() throws InterruptedException {
        if (!missing.await(5, TimeUnit.MINUTES)) {
            throw new AssertionError(missing.getCount() + " calls did not end");
        }
        return soFar();
    }

    /** Returns the results of the calls that are over. */
    List<String> soFar() {
        synchronized (outcomes) {
            return List.copyOf(outcomes);
        }
    }

    @Override
    public void onFailure(Call call, IOException failure) {
        add(failure.getClass().getSimpleName());
    }

    @Override
    public void onResponse(Call call, Response response) {
        response.close();
        add(Integer.toString(response.code()));
    }

    private void add(String outcome) {
        synchronized (outcomes) {
            outcomes.add(outcome);
        }
        missing.countDown();
    }
}
