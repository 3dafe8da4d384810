package dev.airlock.sandbox.host.net;

/** One header line. */
public record HttpHeader(String name, String value) {}
