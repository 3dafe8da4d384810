package dev.airlock.sandbox.offenders;

import java.net.Socket;

/** Breaks a rule of the house on purpose. */
public final class OpensASocket {
    private OpensASocket() {}

    static Object uses() {
        return new Socket();
    }
}
