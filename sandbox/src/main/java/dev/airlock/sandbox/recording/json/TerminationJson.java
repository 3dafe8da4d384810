package dev.airlock.sandbox.recording.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.Cause;
import dev.airlock.failures.Denial;
import dev.airlock.failures.limit.BeforeLimit;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.failures.limit.WaitedFor;
import dev.airlock.failures.limit.WallTimeIn;
import dev.airlock.sandbox.call.Termination;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Writes terminations by the host as JSON objects, and reads them. */
final class TerminationJson {
    private static final String KIND = "kind";

    private TerminationJson() {}

    static ObjectNode write(Termination.ByHost termination) {
        return termination.match(new Writer());
    }

    /** One form for each termination by the host; a guest's own termination is not recorded. */
    private static final class Writer implements Termination.Cases<ObjectNode> {
        private final ObjectNode json = JsonNodeFactory.instance.objectNode();

        @Override
        public ObjectNode denied(Termination.Denied denied) {
            return TerminationJson.denied(json, denied.denial());
        }

        @Override
        public ObjectNode limitReached(Termination.LimitReached limit) {
            return TerminationJson.limit(json, limit);
        }

        @Override
        public ObjectNode cancelled(Termination.Cancelled cancelled) {
            return json.put(KIND, "cancelled");
        }

        @Override
        public ObjectNode hostBusy(Termination.HostBusy busy) {
            return json.put(KIND, "host_busy")
                    .put("configured", busy.how().configured())
                    .put("used", busy.how().used())
                    .put("waited_ms", busy.how().waitedMillis());
        }

        @Override
        public ObjectNode bindingMissing(Termination.BindingMissing missing) {
            missing.credential().ifPresent(name -> json.put("name", name));
            return json.put(KIND, "binding_missing")
                    .put("credential", missing.kind())
                    .put("next", missing.next());
        }

        @Override
        public ObjectNode bindingRefused(Termination.BindingRefused refused) {
            return json.put(KIND, "binding_refused")
                    .put("credential", refused.kind())
                    .put("binding", refused.binding())
                    .put("why", refused.why())
                    .put("next", refused.next())
                    .put("retriable", refused.retriable());
        }

        @Override
        public ObjectNode vaultUnavailable(Termination.VaultUnavailable vault) {
            return json.put(KIND, "vault_unavailable").put("why", vault.why());
        }

        @Override
        public ObjectNode badPointer(Termination.BadPointer pointer) {
            return json.put(KIND, "bad_pointer")
                    .put("function", pointer.function())
                    .put("pointer", pointer.pointer())
                    .put("length", pointer.length())
                    .put("memory_bytes", pointer.memoryBytes());
        }

        @Override
        public ObjectNode hostFault(Termination.HostFault fault) {
            return json.put(KIND, "host_fault");
        }

        @Override
        public ObjectNode returned(Termination.Returned returned) {
            throw new IllegalArgumentException("not a termination by the host");
        }

        @Override
        public ObjectNode exited(Termination.Exited exited) {
            throw new IllegalArgumentException("not a termination by the host");
        }

        @Override
        public ObjectNode trapped(Termination.Trapped trapped) {
            throw new IllegalArgumentException("not a termination by the host");
        }
    }

    private static ObjectNode limit(ObjectNode json, Termination.LimitReached reached) {
        json.put(KIND, "limit")
                .put("limit", Fields.word(reached.limit()))
                .put("configured", reached.configured())
                .put("used", reached.used());
        reached.before().wallTimeIn().ifPresent(place -> json.put("wall_time_in", Fields.word(place)));
        reached.before()
                .waited()
                .ifPresent(
                        wait -> json.put("waited_for", Fields.word(wait.what())).put("waited_ms", wait.millis()));
        return json;
    }

    private static ObjectNode denied(ObjectNode json, Denial denial) {
        json.put(KIND, "denied").put("what", denial.what()).put("requested", denial.requested());
        denial.granted().forEach(json.putArray("granted")::add);
        return json.put("how", denial.how()).put("fix", denial.fix());
    }

    static Termination.ByHost read(Fields json) throws BadRecordingException {
        String kind = json.text(KIND);
        return switch (kind) {
            case "denied" ->
                new Termination.Denied(new Denial(
                        json.text("what"), json.text("requested"), granted(json), json.text("how"), json.text("fix")));
            case "limit" ->
                new Termination.LimitReached(
                        json.word("limit", LimitName.class),
                        json.number("configured"),
                        json.number("used"),
                        before(json));
            case "host_busy" ->
                new Termination.HostBusy(
                        new Cause.HostBusy(json.number("configured"), json.number("used"), json.number("waited_ms")));
            case "binding_missing" ->
                new Termination.BindingMissing(
                        json.text("credential"),
                        json.has("name") ? Optional.of(json.text("name")) : Optional.empty(),
                        json.text("next"));
            case "binding_refused" ->
                new Termination.BindingRefused(
                        json.text("credential"),
                        json.text("binding"),
                        json.text("why"),
                        json.text("next"),
                        json.flag("retriable"));
            case "vault_unavailable" -> new Termination.VaultUnavailable(json.text("why"));
            case "bad_pointer" ->
                new Termination.BadPointer(
                        json.text("function"),
                        json.number("pointer"),
                        json.number("length"),
                        json.number("memory_bytes"));
            case "cancelled" -> new Termination.Cancelled();
            case "host_fault" ->
                new Termination.HostFault(new IllegalStateException("the host failed when the call was recorded"));
            default -> throw new BadRecordingException("has an unknown kind of termination");
        };
    }

    /** A recording does not contain what was refused: a replay reaches it by itself. */
    private static BeforeLimit before(Fields json) throws BadRecordingException {
        Optional<WallTimeIn> place =
                json.has("wall_time_in") ? Optional.of(json.word("wall_time_in", WallTimeIn.class)) : Optional.empty();
        Optional<BeforeLimit.Waited> waited = json.has("waited_for")
                ? Optional.of(
                        new BeforeLimit.Waited(json.word("waited_for", WaitedFor.class), json.number("waited_ms")))
                : Optional.empty();
        return new BeforeLimit(place, Optional.empty(), waited);
    }

    private static List<String> granted(Fields json) throws BadRecordingException {
        List<String> granted = new ArrayList<>();
        for (JsonNode one : json.list("granted")) {
            if (!one.isTextual()) {
                throw new BadRecordingException("has a grant that is not text");
            }
            granted.add(one.textValue());
        }
        return granted;
    }
}
