package dev.airlock.sandbox.wasi;

final class HostPrice {
    static long ofBytes(long n) {
        return (n + 15) / 16;
    }

    private HostPrice() {}
}
