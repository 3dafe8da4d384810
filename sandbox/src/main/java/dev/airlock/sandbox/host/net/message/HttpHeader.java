package dev.airlock.sandbox.host.net.message;

/** A header line. */
public record HttpHeader(String name, String value) {}
