package dev.airlock.sandbox.wasm.format;

import java.util.Optional;

/**
 * A section of a module, by its place in the bytes.
 *
 * @param start offset of the section's id byte
 * @param contentStart offset of the first byte after the section's size
 * @param end offset of the first byte after the section
 */
public record ModuleSection(Id id, int start, int contentStart, int end) {

    /** The kinds of section, in the order in which they must come (core specification, section 5.5.2). */
    public enum Id {
        TYPE(1),
        IMPORT(2),
        FUNCTION(3),
        TABLE(4),
        MEMORY(5),
        TAG(13),
        GLOBAL(6),
        EXPORT(7),
        START(8),
        ELEMENT(9),
        DATA_COUNT(12),
        CODE(10),
        DATA(11),
        /** A custom section, which may come anywhere and any number of times. */
        CUSTOM(0);

        private final int number;

        Id(int number) {
            this.number = number;
        }

        /** The id byte. */
        public int number() {
            return number;
        }

        public static Optional<Id> ofNumber(int number) {
            for (Id id : values()) {
                if (id.number == number) {
                    return Optional.of(id);
                }
            }
            return Optional.empty();
        }
    }
}
