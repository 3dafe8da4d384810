package dev.airlock.conformance.openapi;

/** Tells why no connector can be made from a document; its message is for a person and says what to do next. */
public final class ApiProblem extends Exception {
    private static final long serialVersionUID = 1L;

    ApiProblem(String message) {
        super(message);
    }
}
