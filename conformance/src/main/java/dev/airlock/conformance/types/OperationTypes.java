package dev.airlock.conformance.types;

import com.fasterxml.jackson.databind.JsonNode;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.Operation;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The types of one operation.
 *
 * @param operation the operation's name
 * @param args the form of its arguments; empty if its schema names no member
 * @param result the form of its result; empty if its schema names no member
 */
record OperationTypes(String operation, Optional<Shape.Struct> args, Optional<Shape.Struct> result) {
    /** Returns the types of a manifest's operations, in its order. */
    static List<OperationTypes> of(ConnectorManifest manifest) {
        UniqueWords structs = new UniqueWords();
        return manifest.operations().stream()
                .map(operation -> of(operation, structs))
                .toList();
    }

    private static OperationTypes of(Operation operation, UniqueWords structs) {
        NameWords name = NameWords.of(operation.name());
        String args = "the arguments of " + operation.name();
        String result = "the result of " + operation.name();
        return new OperationTypes(
                operation.name(),
                operation.args().flatMap(schema -> struct(schema, name.and("args"), args, structs)),
                operation.result().flatMap(schema -> struct(schema, name.and("result"), result, structs)));
    }

    private static Optional<Shape.Struct> struct(JsonNode schema, NameWords name, String about, UniqueWords structs) {
        return new SchemaShapes(schema, name, structs).shape(about) instanceof Shape.Struct struct
                ? Optional.of(struct)
                : Optional.empty();
    }

    /** Returns all forms within some, each once and after those that it consists of. */
    static Set<Shape> all(List<OperationTypes> operations) {
        Set<Shape> found = new LinkedHashSet<>();
        for (OperationTypes types : operations) {
            types.structs().forEach(struct -> collect(struct, found));
        }
        return found;
    }

    /** Returns arguments and result, as far as there are any. */
    List<Shape.Struct> structs() {
        List<Shape.Struct> structs = new ArrayList<>();
        args.ifPresent(structs::add);
        result.ifPresent(structs::add);
        return structs;
    }

    private static void collect(Shape shape, Set<Shape> found) {
        if (found.contains(shape)) {
            return;
        }
        if (shape instanceof Shape.Items list) {
            collect(list.items(), found);
        } else if (shape instanceof Shape.Entries map) {
            collect(map.values(), found);
        } else if (shape instanceof Shape.Struct struct) {
            struct.members().forEach(member -> collect(member.shape(), found));
        }
        found.add(shape);
    }
}
