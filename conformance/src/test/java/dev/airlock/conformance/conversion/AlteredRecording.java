package dev.airlock.conformance.conversion;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.runtime.recordings.RecordingFile;
import dev.airlock.sandbox.call.Termination;
import dev.airlock.sandbox.evidence.Exchange;
import dev.airlock.sandbox.recording.HostAnswer;
import dev.airlock.sandbox.recording.HostEvent;
import dev.airlock.sandbox.recording.HostQuery;
import dev.airlock.sandbox.recording.ObservedTraffic;
import dev.airlock.sandbox.recording.Recording;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** A recording that was altered to contain something that no script can do. */
public record AlteredRecording(RecordingFile file) {
    private Recording recording() {
        return file.attempts().get(0);
    }

    RecordingFile asking(ObjectNode args) {
        Recording.Asked asked = recording().asked();
        return with(
                new Recording.Asked(asked.auditId(), asked.op(), args, asked.idempotencyKey(), asked.attempt()),
                recording().events(),
                recording().end());
    }

    public RecordingFile termination(UnaryOperator<Recording.End> other) {
        return with(
                recording().asked(),
                recording().events(),
                other.apply(recording().end()));
    }

    static Recording.End cut(Recording.End end, Termination.ByHost how) {
        return new Recording.End(
                end.outcome(), end.fuel(), end.memoryPeakBytes(), Optional.of(how), end.isComplete(), end.isRedacted());
    }

    static Recording.End incomplete(Recording.End end) {
        return new Recording.End(end.outcome(), end.fuel(), end.memoryPeakBytes(), end.cut(), false, end.isRedacted());
    }

    static Recording.End redacted(Recording.End end) {
        return new Recording.End(end.outcome(), end.fuel(), end.memoryPeakBytes(), end.cut(), end.isComplete(), true);
    }

    public static Recording.End of(Recording.End end, ObjectNode outcome) {
        return new Recording.End(
                outcome, end.fuel(), end.memoryPeakBytes(), end.cut(), end.isComplete(), end.isRedacted());
    }

    /** Returns it with another answer to the n-th request, from 0. */
    public RecordingFile answering(int n, HostAnswer answer) {
        return changing(
                n, event -> new HostEvent(event.fuel(), event.micros(), event.question(), answer, event.observed()));
    }

    /** Returns it with another request in place of the n-th. */
    public RecordingFile requesting(int n, HostQuery question) {
        return changing(
                n, event -> new HostEvent(event.fuel(), event.micros(), question, event.answer(), event.observed()));
    }

    /** Returns it with another result of the exchange of the n-th request. */
    RecordingFile exchanging(int n, Exchange.Result result, Exchange.Delivery delivery) {
        return changing(n, event -> {
            ObservedTraffic seen = event.observed();
            Exchange first = seen.exchanges().get(0);
            Exchange other =
                    new Exchange(first.request(), first.number(), first.hop(), first.binding(), delivery, result);
            return new HostEvent(
                    event.fuel(),
                    event.micros(),
                    event.question(),
                    new HostAnswer.Http(-1, Optional.empty(), Optional.empty()),
                    new ObservedTraffic(List.of(other), seen.started(), seen.bytesIn(), seen.bytesOut(), seen.sent()));
        });
    }

    /** Returns it with more events before all others. */
    public RecordingFile after(HostEvent... earlier) {
        List<HostEvent> events = new ArrayList<>(List.of(earlier));
        events.addAll(recording().events());
        return with(recording().asked(), events, recording().end());
    }

    private RecordingFile changing(int n, UnaryOperator<HostEvent> change) {
        List<HostEvent> events = new ArrayList<>(recording().events());
        int request = -1;
        for (int i = 0; i < events.size(); i++) {
            request += events.get(i).question() instanceof HostQuery.Http ? 1 : 0;
            if (request == n && events.get(i).question() instanceof HostQuery.Http) {
                events.set(i, change.apply(events.get(i)));
            }
        }
        return with(recording().asked(), events, recording().end());
    }

    private RecordingFile with(Recording.Asked asked, List<HostEvent> events, Recording.End end) {
        return new RecordingFile(
                file.origin(), List.of(new Recording(asked, recording().limits(), List.of(), events, end)));
    }
}
