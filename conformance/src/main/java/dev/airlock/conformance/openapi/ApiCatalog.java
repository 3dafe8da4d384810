package dev.airlock.conformance.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import dev.airlock.conformance.types.NameWords;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Lists the operations of a document. */
final class ApiCatalog {
    private static final Set<String> METHODS = Set.of("get", "head", "post", "put", "patch", "delete", "options");
    private static final int LONGEST_NAME = 64;

    private ApiCatalog() {}

    /**
     * One operation in a document.
     *
     * @param name the name that its connector gives it
     * @param id its name in the document; empty if it has none
     * @param method the HTTP method, in capitals
     * @param path the path
     * @param item what all operations of the path have in common
     * @param node what the document says of it
     */
    record Entry(String name, String id, String method, String path, JsonNode item, JsonNode node) {}

    /** Returns all operations in the order of the document, with different names. */
    static List<Entry> entries(ApiDocument document) {
        List<Entry> entries = new ArrayList<>();
        Set<String> names = new HashSet<>();
        document.root().path("paths").properties().forEach(path -> {
            JsonNode item = document.resolved(path.getValue());
            item.properties().stream()
                    .filter(member -> METHODS.contains(member.getKey())
                            && member.getValue().isObject())
                    .forEach(member ->
                            entries.add(entry(path.getKey(), item, member.getKey(), member.getValue(), names)));
        });
        return entries;
    }

    private static Entry entry(String path, JsonNode item, String method, JsonNode node, Set<String> names) {
        String id = node.path("operationId").asText("");
        String wanted = NameWords.of(id.isBlank() ? method + " " + path : id).snake();
        String cut = wanted.substring(0, Math.min(wanted.length(), LONGEST_NAME));
        String name = cut;
        for (int number = 2; !names.add(name); number++) {
            name = cut + "_" + number;
        }
        return new Entry(name, id, method.toUpperCase(Locale.ROOT), path, item, node);
    }
}
