package dev.airlock.conformance.types;

import dev.airlock.manifests.ConnectorManifest;
import java.util.List;
import java.util.Optional;

/** The names that generated types have for the arguments of a manifest's operations, for code that uses them. */
public final class TypeNames {
    private final List<OperationTypes> operations;

    private TypeNames(List<OperationTypes> operations) {
        this.operations = List.copyOf(operations);
    }

    /** Returns the names for a manifest. */
    public static TypeNames of(ConnectorManifest manifest) {
        return new TypeNames(OperationTypes.of(manifest));
    }

    /** Returns the name of the type of an operation's arguments; empty if there is none. */
    public Optional<NameWords> args(String operation) {
        return struct(operation).map(Shape.Struct::name);
    }

    /** Returns the name of an argument in that type; empty if there is none. */
    public Optional<NameWords> member(String operation, String argument) {
        return struct(operation).stream()
                .flatMap(struct -> struct.members().stream())
                .filter(member -> member.wire().equals(argument))
                .map(Shape.Member::name)
                .findFirst();
    }

    /** Returns whether the types can have a member of that name in JSON; one that cannot be makes its object any JSON. */
    public static boolean canHave(String wire) {
        return SchemaShapes.PLAIN_NAME.matcher(wire).matches();
    }

    /** Returns how Rust writes the name of a member. */
    public static String rustField(NameWords name) {
        return RustTypes.field(name);
    }

    /** Returns how C writes the name of a member. */
    public static String cField(NameWords name) {
        return CTypes.field(name);
    }

    /** Returns how AssemblyScript writes the name of a member. */
    public static String assemblyScriptField(NameWords name) {
        return AssemblyScriptTypes.field(name);
    }

    private Optional<Shape.Struct> struct(String operation) {
        return operations.stream()
                .filter(types -> types.operation().equals(operation))
                .findFirst()
                .flatMap(OperationTypes::args);
    }
}
