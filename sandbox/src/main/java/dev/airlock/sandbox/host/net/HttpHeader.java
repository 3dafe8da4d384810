package dev.airlock.sandbox.host.net;

/** A header line. */
public record HttpHeader(String name, String value) {}
