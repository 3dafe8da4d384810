package dev.airlock.upstreams;

import okhttp3.OkHttpClient;

/** The HTTP versions on which each behaviour is tested. */
enum Versions {
    HTTP_1_1("HTTP/1.1") {
        @Override
        OkHttpClient client(ScriptedUpstream upstream) {
            return Clients.http1(upstream);
        }
    },
    HTTP_2("HTTP/2") {
        @Override
        OkHttpClient client(ScriptedUpstream upstream) {
            return Clients.http2(upstream);
        }
    };

    private final String wire;

    Versions(String wire) {
        this.wire = wire;
    }

    abstract OkHttpClient client(ScriptedUpstream upstream);

    /** Returns the version's name in the record. */
    String wire() {
        return wire;
    }
}
