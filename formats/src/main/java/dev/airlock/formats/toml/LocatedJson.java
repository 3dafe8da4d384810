package dev.airlock.formats.toml;

import com.fasterxml.jackson.databind.JsonNode;
import dev.airlock.formats.toml.tree.Position;
import java.util.Map;

/**
 * A JSON value that was written as TOML, with the place of each part.
 *
 * @param value the value
 * @param places the place of each value in it, by its JSON Pointer (RFC 6901)
 */
public record LocatedJson(JsonNode value, Map<String, Position> places) {
    /** Copies the map. */
    public LocatedJson {
        places = Map.copyOf(places);
    }

    /** Returns the place of the value with that JSON Pointer. */
    public Position at(String pointer) {
        return places.getOrDefault(pointer, places.getOrDefault("", Position.START));
    }

    /** Returns the JSON Pointer of a member of the object, or of an element of the list, that has the given pointer. */
    public static String member(String pointer, String name) {
        return pointer + "/" + name.replace("~", "~0").replace("/", "~1");
    }
}
