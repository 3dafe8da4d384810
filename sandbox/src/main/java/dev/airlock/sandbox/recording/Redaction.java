package dev.airlock.sandbox.recording;

import dev.airlock.failures.Denial;
import dev.airlock.failures.Redactor;
import dev.airlock.sandbox.call.Ending;
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

    private Question question(Question question) {
        if (question instanceof Question.Log log) {
            return new Question.Log(log.level(), ofGuest(log.message()));
        }
        if (question instanceof Question.Http http) {
            return new Question.Http(octets(http.request()));
        }
        if (question instanceof Question.State state) {
            return new Question.State(
                    state.use(), octets(state.key()), state.value().map(this::octets), state.ttlMillis());
        }
        return question;
    }

    private Answer answer(Answer answer) {
        if (answer instanceof Answer.Bytes bytes) {
            return new Answer.Bytes(bytes.value().map(this::octets));
        }
        if (answer instanceof Answer.Http http) {
            return new Answer.Http(
                    http.code(),
                    http.response().map(this::response),
                    http.lastError().map(this::octets));
        }
        if (answer instanceof Answer.Ended ended && ended.ending() instanceof Ending.Denied denied) {
            return new Answer.Ended(new Ending.Denied(denial(denied.denial())));
        }
        return answer;
    }

    /** A denial repeats what the guest asked for. */
    private Denial denial(Denial denial) {
        return new Denial(
                ofGuest(denial.what()), ofGuest(denial.requested()), denial.granted(), denial.how(), denial.fix());
    }

    private Answer.Response response(Answer.Response response) {
        List<Answer.Header> headers = response.headers().stream()
                .map(header -> new Answer.Header(ofGuest(header.name()), ofGuest(header.value())))
                .toList();
        return new Answer.Response(response.status(), headers, octets(response.body()));
    }

    private Octets octets(Octets octets) {
        byte[] clean = redactor.redact(octets.bytes());
        if (clean == octets.bytes()) {
            return octets;
        }
        changed = true;
        return new Octets(clean);
    }
}
