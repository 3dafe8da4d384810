package dev.airlock.sandbox.run;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.failures.redaction.Redactor;
import dev.airlock.formats.json.MalformedJsonException;
import dev.airlock.formats.json.StrictJson;
import dev.airlock.manifests.limits.Limits;
import dev.airlock.sandbox.api.Call;
import dev.airlock.sandbox.api.Outcome;
import dev.airlock.sandbox.api.OutcomeJson;
import dev.airlock.sandbox.call.Termination;
import dev.airlock.sandbox.load.Connector;
import dev.airlock.sandbox.recording.HostAnswer;
import dev.airlock.sandbox.recording.HostEvent;
import dev.airlock.sandbox.recording.Recorder;
import dev.airlock.sandbox.recording.Recording;
import dev.airlock.sandbox.recording.Redaction;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes a recording of a call that is over, without anything that the call knew as secret. */
final class RecordingMaker {
    private RecordingMaker() {}

    static Recording of(
            Connector connector,
            Call call,
            Recorder recorder,
            Outcome outcome,
            Optional<Termination.ByHost> ended,
            Redactor redactor) {
        Redaction redaction = new Redaction(redactor);
        List<HostEvent> events = redaction.of(recorder.events());
        Recording.Asked asked = new Recording.Asked(
                call.auditId(),
                call.op(),
                args(call.args(), redaction),
                redaction.ofGuest(call.idempotencyKey()),
                call.attempt());
        return new Recording(
                asked,
                limits(connector.limits()),
                redaction.of(connector.captured()),
                events,
                new Recording.End(
                        OutcomeJson.of(outcome),
                        outcome.usage().fuel(),
                        outcome.usage().memoryPeakBytes(),
                        ended.filter(how -> isFromOutside(how) && !isTold(events)),
                        !recorder.isFull(),
                        redaction.changedTheGuest()));
    }

    private static Map<LimitName, Long> limits(Limits limits) {
        Map<LimitName, Long> all = new EnumMap<>(LimitName.class);
        for (LimitName name : LimitName.values()) {
            all.put(name, limits.get(name));
        }
        return all;
    }

    private static ObjectNode args(ObjectNode args, Redaction redaction) {
        String text = StrictJson.write(args);
        String clean = redaction.ofGuest(text);
        if (clean.equals(text)) {
            return args;
        }
        try {
            return StrictJson.read(clean) instanceof ObjectNode object ? object : JsonNodeFactory.instance.objectNode();
        } catch (MalformedJsonException e) {
            return JsonNodeFactory.instance.objectNode(); // without the secret the text is no longer JSON
        }
    }

    private static boolean isFromOutside(Termination.ByHost termination) {
        return termination instanceof Termination.Cancelled
                || termination instanceof Termination.HostBusy
                || (termination instanceof Termination.LimitReached reached && reached.limit() == LimitName.WALL_TIME);
    }

    /** Whether the call ended while the guest waited for an answer. */
    private static boolean isTold(List<HostEvent> events) {
        return !events.isEmpty() && events.get(events.size() - 1).answer() instanceof HostAnswer.Ended;
    }
}
