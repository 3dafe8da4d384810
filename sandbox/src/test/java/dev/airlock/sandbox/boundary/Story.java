package dev.airlock.sandbox.boundary;

import dev.airlock.failures.AuditId;
import dev.airlock.failures.Boundary;
import dev.airlock.failures.FailureClass;
import dev.airlock.failures.NetworkFailureKind;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.failures.redaction.Redactor;
import dev.airlock.sandbox.call.Termination;
import dev.airlock.sandbox.evidence.Evidence;
import dev.airlock.sandbox.evidence.Exchange;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A way in which a call can end, and its verdict: a row of the boundary's table. */
final class Story {
    static final String CONNECTOR = "local://acme/post";
    static final AuditId AUDIT_ID = new AuditId("audit-01234567-89ab-cdef-0123-456789abcdef");
    static final Termination.LimitReached GROWTH = new Termination.LimitReached(LimitName.MEMORY, 1 << 20, 2 << 20);
    static final String SECRET = "hunter2-hunter2";
    static final String HOST = "api.example.com:443";

    private final String name;
    private final Termination termination;
    private final Evidence evidence = new Evidence();
    private final List<String> messageHas = new ArrayList<>();
    private final Map<String, Object> details = new LinkedHashMap<>();
    private Optional<Termination.LimitReached> refusedGrowth = Optional.empty();
    private byte[] stdout = {};
    private boolean mayOmitOutput;
    private String stderrEnd = "";
    private FailureClass failureClass = FailureClass.CONNECTOR_RUNTIME_ERROR;
    private Boundary boundary = Boundary.SANDBOX;
    private boolean retriable;

    private Story(String name, Termination termination) {
        this.name = name;
        this.termination = termination;
    }

    static Story of(String name, Termination termination) {
        return new Story(name, termination);
    }

    static Story returned(String name, String stdout) {
        return of(name, new Termination.Returned()).stdout(stdout);
    }

    static Story exited(String name, long code, String stdout) {
        return of(name, new Termination.Exited(code)).stdout(stdout);
    }

    Story stdout(String text) {
        stdout = text.getBytes(StandardCharsets.UTF_8);
        return this;
    }

    Story stderr(String end) {
        stderrEnd = end;
        return this;
    }

    Story refusedGrowth() {
        refusedGrowth = Optional.of(GROWTH);
        return this;
    }

    /** Makes the module import from {@code aileron_host} and nothing from {@code airlock}. */
    Story ofThePublicContract() {
        mayOmitOutput = true;
        return this;
    }

    Story answered(int status) {
        return answered(status, "", "");
    }

    Story answered(int status, String retryAfter, String shouldRetry) {
        evidence.requestGoesOut();
        evidence.add(new Exchange("GET", HOST, new Exchange.Answered(status, retryAfter, shouldRetry)));
        return this;
    }

    /** Adds an exchange that carried the credential of that binding. */
    Story answeredTo(String binding, int status) {
        Exchange.Result answer = new Exchange.Answered(status, "", "");
        Exchange plain = new Exchange("GET", HOST, answer);
        evidence.add(new Exchange(plain.request(), 1, 0, Optional.of(binding), plain.delivery(), answer));
        return this;
    }

    /** Adds an exchange of which nothing went out. */
    Story refused() {
        return broken(NetworkFailureKind.CONNECT_REFUSED, "No connection to api.example.com:443 could be made.");
    }

    Story broken(NetworkFailureKind kind, String message) {
        evidence.add(new Exchange("POST", HOST, new Exchange.Broken(kind, message)));
        return this;
    }

    Story sent() {
        evidence.requestGoesOut();
        return this;
    }

    Story is(FailureClass expectedClass, Boundary expectedBoundary, boolean expectedRetriable) {
        failureClass = expectedClass;
        boundary = expectedBoundary;
        retriable = expectedRetriable;
        return this;
    }

    Story detail(String key, Object value) {
        details.put(key, value instanceof Integer number ? number.longValue() : value);
        return this;
    }

    Story says(String... fragments) {
        messageHas.addAll(List.of(fragments));
        return this;
    }

    CallFacts facts() {
        return new CallFacts(
                CONNECTOR,
                AUDIT_ID,
                termination,
                refusedGrowth,
                "standard output",
                stdout,
                mayOmitOutput,
                stderrEnd,
                evidence,
                Redactor.of(List.of(SECRET))::redact,
                () -> {});
    }

    Termination termination() {
        return termination;
    }

    FailureClass failureClass() {
        return failureClass;
    }

    Boundary boundary() {
        return boundary;
    }

    boolean retriable() {
        return retriable;
    }

    Map<String, Object> details() {
        return details;
    }

    List<String> messageHas() {
        return messageHas;
    }

    @Override
    public String toString() {
        return name;
    }
}
