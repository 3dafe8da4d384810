package dev.airlock.sandbox.wasm.format;

import java.util.OptionalLong;

/** The imports and exports of modules. */
public final class Extern {
    private Extern() {}

    /** The kinds of thing that modules import and export (core specification, section 5.5.5). */
    public enum Kind {
        FUNCTION("function"),
        TABLE("table"),
        MEMORY("memory"),
        GLOBAL("global"),
        TAG("tag");

        private final String text;

        Kind(String text) {
            this.text = text;
        }

        /** The kind's word. */
        public String text() {
            return text;
        }

        public static Kind read(ByteReader in) throws ModuleRefused {
            int at = in.position();
            int kind = in.u8();
            if (kind >= values().length) {
                throw ModuleRefused.malformed(at, "malformed import or export kind");
            }
            return values()[kind];
        }
    }

    /**
     * An import.
     *
     * @param type for a function its signature, for example {@code (i32, i32) -> i32}; else the type in words
     */
    public record Import(String module, String name, Kind kind, String type) {}

    /**
     * An export.
     *
     * @param index in the index space of its kind, imports first
     * @param type for a function its signature; empty for everything else
     */
    public record Export(String name, Kind kind, long index, String type) {}

    /**
     * A memory, own or imported.
     *
     * @param minPages pages of 64 KiB at the start
     * @param maxPages the module's own maximum of pages, if it has one
     */
    public record MemoryDemand(long minPages, OptionalLong maxPages, boolean imported) {}

    /**
     * A table, own or imported.
     *
     * @param elementType for example {@code funcref}
     */
    public record TableDemand(String elementType, long minElements, OptionalLong maxElements, boolean imported) {}
}
