package dev.airlock.sandbox.recording;

import dev.airlock.failures.Denial;
import dev.airlock.failures.redaction.Redactor;
import dev.airlock.sandbox.call.Termination;
import java.util.List;

/**
 * Removes secrets from a recording. A guest has read no secret, so its own words contain one only if a caller gave it
 * away.
 */
public final class Redaction {
    private final Redactor redactor;
    private boolean changed;

    /** Removes what that redactor finds. */
    public Redaction(Redactor redactor) {
        this.redactor = redactor;
    }

    /** Whether it removed anything from the guest's input or its own words. */
    public boolean changedTheGuest() {
        return changed;
    }

    /** Returns a text of the guest, its input or its own words, without secrets. */
    public String ofGuest(String text) {
        String clean = redactor.redact(text);
        changed |= !clean.equals(text);
        return clean;
    }

    /** Returns the same events without secrets. */
    public List<HostEvent> of(List<HostEvent> events) {
        return events.stream()
                .map(event -> new HostEvent(
                        event.fuel(),
                        event.micros(),
                        question(event.question()),
                        answer(event.answer()),
                        event.observed()))
                .toList();
    }

    private HostQuery question(HostQuery question) {
        if (question instanceof HostQuery.Log log) {
            return new HostQuery.Log(log.level(), ofGuest(log.message()));
        }
        if (question instanceof HostQuery.Http http) {
            return new HostQuery.Http(octets(http.request()));
        }
        if (question instanceof HostQuery.State state) {
            return new HostQuery.State(
                    state.use(), octets(state.key()), state.value().map(this::octets), state.ttlMillis());
        }
        return question;
    }

    private HostAnswer answer(HostAnswer answer) {
        if (answer instanceof HostAnswer.Bytes bytes) {
            return new HostAnswer.Bytes(bytes.value().map(this::octets));
        }
        if (answer instanceof HostAnswer.Http http) {
            return new HostAnswer.Http(
                    http.code(),
                    http.response().map(this::response),
                    http.lastError().map(this::octets));
        }
        if (answer instanceof HostAnswer.Ended ended && ended.termination() instanceof Termination.Denied denied) {
            return new HostAnswer.Ended(new Termination.Denied(denial(denied.denial())));
        }
        return answer;
    }

    /** A denial repeats what the guest asked for. */
    private Denial denial(Denial denial) {
        return new Denial(
                ofGuest(denial.what()), ofGuest(denial.requested()), denial.granted(), denial.how(), denial.fix());
    }

    private HostAnswer.Response response(HostAnswer.Response response) {
        List<HostAnswer.Header> headers = response.headers().stream()
                .map(header -> new HostAnswer.Header(ofGuest(header.name()), ofGuest(header.value())))
                .toList();
        return new HostAnswer.Response(response.status(), headers, octets(response.body()));
    }

    private ByteString octets(ByteString octets) {
        byte[] clean = redactor.redact(octets.bytes());
        if (clean == octets.bytes()) {
            return octets;
        }
        changed = true;
        return new ByteString(clean);
    }
}
