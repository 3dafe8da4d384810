package dev.airlock.conformance.types;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The form of a JSON value, as far as the four languages can express it alike. */
sealed interface Shape {
    /** A string. */
    record Text() implements Shape {}

    /** A number without a fraction, of 64 bits. */
    record Whole() implements Shape {}

    /** A number as a double. */
    record Decimal() implements Shape {}

    /** True or false. */
    record Flag() implements Shape {}

    /** Any JSON value: what a schema leaves open, or says in a way that no type of a language expresses. */
    record Any() implements Shape {}

    /**
     * An array.
     *
     * @param items the form of each item
     */
    record Items(Shape items) implements Shape {}

    /**
     * An object whose names are data.
     *
     * @param values the form of each value
     */
    record Entries(Shape values) implements Shape {}

    /**
     * An object with known members.
     *
     * @param name its words, unique in a file whatever the case
     * @param about what it is, for a comment
     * @param members the members, in the order of the schema
     */
    record Struct(NameWords name, String about, List<Member> members) implements Shape {
        /** Copies the list. */
        public Struct {
            members = List.copyOf(members);
        }

        /** Returns whether both have the same name, which is unique in a file. */
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Struct struct && struct.name.equals(name);
        }

        @Override
        public int hashCode() {
            return name.hashCode();
        }
    }

    /**
     * One member of an object.
     *
     * @param wire its name in JSON
     * @param name its words, unique in its object whatever the case
     * @param about what it is, for a comment
     * @param shape the form of its value
     * @param required whether it must be there
     * @param nullable whether its value may be null
     */
    record Member(
            String wire, NameWords name, Optional<String> about, Shape shape, boolean required, boolean nullable) {
        /** Returns whether there may be no value: an absent member, or a null. A value of any form holds its null itself. */
        boolean mayLack() {
            return !required || (nullable && !(shape instanceof Any));
        }
    }
}
