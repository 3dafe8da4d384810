package dev.airlock.conformance.trial;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.airlock.formats.json.MalformedJsonException;
import dev.airlock.formats.json.StrictJson;
import dev.airlock.upstreams.RecordedRequest;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The effects of requests at a service that recognises repetitions, as services do. It recognises them by the idempotency key: a header's
 * value, a part of the URL or a value of the body that contains the call's key. Without a key, it recognises the same {@code PUT} or {@code
 * DELETE} (RFC 9110, 9.2.2). Any other request has its effect each time.
 */
public final class Effects {
    private static final Set<String> SAFE = Set.of("GET", "HEAD", "OPTIONS");
    private static final Set<String> REPEATABLE = Set.of("PUT", "DELETE");

    private final String key;

    /** @param key the call's idempotency key */
    public Effects(String key) {
        this.key = key;
    }

    /** Returns the method and URL of each effect that happened more often than in the undisturbed call. */
    public Set<String> moreThan(List<RecordedRequest> usual, List<RecordedRequest> requests) {
        Map<String, Set<String>> before = counted(usual);
        Map<String, Set<String>> now = counted(requests);
        return before.entrySet().stream()
                .filter(thing -> now.getOrDefault(thing.getKey(), Set.of()).size()
                        > thing.getValue().size())
                .map(Map.Entry::getKey)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Returns the method and URL of each repetition under one key whose content differs from the first request. */
    public Set<String> changed(List<RecordedRequest> requests) {
        Map<String, RecordedRequest> first = new HashMap<>();
        Set<String> changed = new TreeSet<>();
        for (RecordedRequest request : requests) {
            if (!isSafe(request) && !keyed(request).isEmpty()) {
                RecordedRequest before = first.putIfAbsent(thing(request) + keyed(request), request);
                if (before != null && !(before.target().equals(request.target()) && sameBody(before, request))) {
                    changed.add(thing(request));
                }
            }
        }
        return changed;
    }

    private Map<String, Set<String>> counted(List<RecordedRequest> requests) {
        Map<String, Set<String>> effects = new HashMap<>();
        for (RecordedRequest request : requests) {
            if (request.effect() && !isSafe(request)) {
                effects.computeIfAbsent(thing(request), unused -> new HashSet<>())
                        .add(identity(request));
            }
        }
        return effects;
    }

    /** Returns whether a request has a method that changes nothing. */
    static boolean isSafe(RecordedRequest request) {
        return SAFE.contains(request.method());
    }

    /** Returns method and URL, with a mark in place of the key. */
    private String thing(RecordedRequest request) {
        String path = Arrays.stream(request.path().split("/", -1))
                .map(part -> part.contains(key) ? "…" : part)
                .collect(Collectors.joining("/"));
        return request.method() + " " + request.scheme() + "://" + request.host() + path;
    }

    private String identity(RecordedRequest request) {
        Set<String> keyed = keyed(request);
        if (!keyed.isEmpty()) {
            return "key " + keyed;
        }
        return REPEATABLE.contains(request.method())
                ? "same " + request.target() + " " + request.body().text()
                : "number " + request.number();
    }

    /** Returns the values that contain the call's key. */
    private Set<String> keyed(RecordedRequest request) {
        Stream<String> values = MentionedValues.ofRequests(List.of(request)).stream();
        return values.filter(value -> value.contains(key)).collect(Collectors.toCollection(TreeSet::new));
    }

    private static boolean sameBody(RecordedRequest one, RecordedRequest other) {
        return one.body().equals(other.body())
                || (!json(one).isMissingNode() && json(one).equals(json(other)));
    }

    private static JsonNode json(RecordedRequest request) {
        try {
            return StrictJson.read(request.body().text());
        } catch (MalformedJsonException e) {
            return MissingNode.getInstance(); // the body is not JSON
        }
    }
}
