package dev.airlock.runtime.actions;

import dev.airlock.manifests.Operation;
import dev.airlock.runtime.schema.JsonShape;
import dev.airlock.sandbox.Connector;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** A connector that is loaded, with the schemas of its operations. Thread-safe. */
final class ReadyConnector {
    private final PinnedConnector pinned;
    private final Connector loaded;
    private final Map<String, Optional<JsonShape.Reading>> args = new ConcurrentHashMap<>();
    private final Map<String, Optional<JsonShape.Reading>> results = new ConcurrentHashMap<>();

    ReadyConnector(PinnedConnector pinned, Connector loaded) {
        this.pinned = pinned;
        this.loaded = loaded;
    }

    PinnedConnector pinned() {
        return pinned;
    }

    Connector loaded() {
        return loaded;
    }

    /** The schema of an operation's arguments, if the manifest publishes one. */
    Optional<JsonShape.Reading> args(String op) {
        return args.computeIfAbsent(
                op,
                name -> pinned.manifest()
                        .operation(name)
                        .flatMap(Operation::args)
                        .map(JsonShape::read));
    }

    /** The schema of an operation's output, if the manifest publishes one. */
    Optional<JsonShape.Reading> result(String op) {
        return results.computeIfAbsent(
                op,
                name -> pinned.manifest()
                        .operation(name)
                        .flatMap(Operation::result)
                        .map(JsonShape::read));
    }
}
