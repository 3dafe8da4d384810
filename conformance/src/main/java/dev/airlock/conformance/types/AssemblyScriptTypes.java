package dev.airlock.conformance.types;

import dev.airlock.conformance.types.Shape.Member;
import dev.airlock.conformance.types.Shape.Struct;
import java.util.List;
import java.util.Set;

/** Types in AssemblyScript: classes that read themselves from JSON and write themselves to it. */
final class AssemblyScriptTypes implements TypeWriter {
    private static final Set<String> KEYWORDS = TypeSupport.words("""
            abstract as async await break case catch class const constructor continue debugger declare default
            delete do else enum export extends false finally for from function get if implements import in
            instanceof interface is keyof let module namespace new null of package private protected public read
            readonly return set static super switch this throw toString true try type typeof var void while with
            write yield
            """);

    private final StringBuilder out = new StringBuilder();

    @Override
    public String text(List<OperationTypes> operations) {
        out.setLength(0);
        out.append("// ").append(MARK).append('\n').append(TypeSupport.of("assemblyscript"));
        OperationTypes.all(operations).forEach(shape -> {
            if (shape instanceof Struct struct) {
                struct(struct);
            } else if (shape instanceof Shape.Items list) {
                list(list);
            } else if (shape instanceof Shape.Entries map) {
                map(map);
            }
        });
        operations.forEach(types -> types.args().ifPresent(args -> reader(types.operation(), args)));
        return out.toString();
    }

    private void struct(Struct struct) {
        String name = struct.name().pascal();
        out.append("\n/** Holds ")
                .append(struct.about())
                .append(". */\nexport class ")
                .append(name)
                .append(" {\n");
        for (Member member : struct.members()) {
            member.about().ifPresent(about -> out.append("  /** ").append(about).append(" */\n"));
            if (hasFlag(member)) {
                out.append("  ").append(flag(member)).append(": bool = false;\n");
            }
            out.append("  ")
                    .append(field(member.name()))
                    .append(": ")
                    .append(type(member))
                    .append(" = ");
            out.append(initial(member)).append(";\n");
        }
        read(struct);
        write(struct);
        out.append("}\n");
    }

    private void read(Struct struct) {
        String name = struct.name().pascal();
        out.append("\n  static read(value: Json, at: string): ").append(name).append(" {\n    const read = new ");
        out.append(name).append("();\n    if (!isKind(value, Kind.OBJECT, at, \"an object\")) return read;\n");
        for (Member member : struct.members()) {
            String wire = "\"" + member.wire() + "\"";
            String reading = "read." + field(member.name()) + " = " + reading(member.shape());
            if (!member.mayLack()) {
                out.append("    ")
                        .append(reading)
                        .append("(member(value, ")
                        .append(wire)
                        .append(", at), within(at, ");
                out.append(wire).append("));\n");
                continue;
            }
            String local = "given" + member.name().pascal();
            out.append("    const ")
                    .append(local)
                    .append(" = optional(value, ")
                    .append(wire)
                    .append(");\n    if (");
            out.append(local).append(") {\n");
            if (hasFlag(member)) {
                out.append("      read.").append(flag(member)).append(" = true;\n");
            }
            out.append("      ")
                    .append(reading)
                    .append('(')
                    .append(local)
                    .append(", within(at, ")
                    .append(wire);
            out.append("));\n    }\n");
        }
        out.append("    return read;\n  }\n");
    }

    private void write(Struct struct) {
        out.append("\n  write(): Json {\n    const object = Json.object();\n");
        for (Member member : struct.members()) {
            String field = "this." + field(member.name());
            String set = "object.set(\"" + member.wire() + "\", ";
            String otherwise = member.required() ? "    else " + set + "new Json(Kind.NULL, \"null\"));\n" : "";
            if (!member.mayLack()) {
                out.append("    ")
                        .append(set)
                        .append(writing(member.shape(), field))
                        .append(");\n");
            } else if (hasFlag(member)) {
                out.append("    if (this.").append(flag(member)).append(") ").append(set);
                out.append(writing(member.shape(), field)).append(");\n").append(otherwise);
            } else {
                String local = "given" + member.name().pascal();
                out.append("    const ")
                        .append(local)
                        .append(" = ")
                        .append(field)
                        .append(";\n    if (")
                        .append(local);
                out.append(") ")
                        .append(set)
                        .append(writing(member.shape(), local))
                        .append(");\n")
                        .append(otherwise);
            }
        }
        out.append("    return object;\n  }\n");
    }

    private void list(Shape.Items list) {
        String name = shapeName(list);
        String type = type(list);
        out.append("\nfunction read")
                .append(name)
                .append("(value: Json, at: string): ")
                .append(type)
                .append(" {\n");
        out.append("  const list: ").append(type).append(" = [];\n");
        out.append("  if (!isKind(value, Kind.LIST, at, \"a list\")) return list;\n");
        out.append("  for (let i = 0; i < value.items.length; i++) {\n    list.push(")
                .append(reading(list.items()));
        out.append("(value.items[i], within(at, i.toString())));\n  }\n  return list;\n}\n");
        out.append("\nfunction write")
                .append(name)
                .append("(list: ")
                .append(type)
                .append("): Json {\n");
        out.append("  const array = Json.list();\n  for (let i = 0; i < list.length; i++) array.add(");
        out.append(writing(list.items(), "list[i]")).append(");\n  return array;\n}\n");
    }

    private void map(Shape.Entries map) {
        String name = shapeName(map);
        String type = type(map);
        out.append("\nfunction read")
                .append(name)
                .append("(value: Json, at: string): ")
                .append(type)
                .append(" {\n");
        out.append("  const map = new ").append(type).append("();\n");
        out.append("  if (!isKind(value, Kind.OBJECT, at, \"an object\")) return map;\n");
        out.append("  for (let i = 0; i < value.items.length; i++) {\n    map.set(value.names[i], ");
        out.append(reading(map.values())).append("(value.items[i], within(at, value.names[i])));\n  }\n");
        out.append("  return map;\n}\n\nfunction write")
                .append(name)
                .append("(map: ")
                .append(type);
        out.append("): Json {\n  const object = Json.object();\n  const names = map.keys();\n");
        out.append("  for (let i = 0; i < names.length; i++) object.set(names[i], ");
        out.append(writing(map.values(), "map.get(names[i])")).append(");\n  return object;\n}\n");
    }

    private void reader(String operation, Struct args) {
        String name = args.name().pascal();
        out.append("\n/** The arguments of a call of ").append(operation);
        out.append(
                ". What is missing or of another form is a failure of the class bad_input. */\nexport function read");
        out.append(name)
                .append("(call: Call): ")
                .append(name)
                .append(" {\n  return ")
                .append(name);
        out.append(".read(call.args, \"\");\n}\n");
    }

    /** AssemblyScript has null for references only. */
    private static boolean hasFlag(Member member) {
        return member.mayLack()
                && (member.shape() instanceof Shape.Whole
                        || member.shape() instanceof Shape.Decimal
                        || member.shape() instanceof Shape.Flag);
    }

    private static String flag(Member member) {
        return "has" + member.name().pascal();
    }

    static String field(NameWords words) {
        String name = words.camel();
        return KEYWORDS.contains(name) || name.matches("has[A-Z].*") ? name + "_" : name;
    }

    private static String initial(Member member) {
        if (member.mayLack() && !hasFlag(member)) {
            return "null";
        }
        Shape shape = member.shape();
        if (shape instanceof Shape.Text) {
            return "\"\"";
        }
        if (shape instanceof Shape.Flag) {
            return "false";
        }
        if (shape instanceof Shape.Items) {
            return "[]";
        }
        if (shape instanceof Shape.Any) {
            return "Json.object()";
        }
        return shape instanceof Struct || shape instanceof Shape.Entries ? "new " + type(shape) + "()" : "0";
    }

    private static String reading(Shape shape) {
        return shape instanceof Struct struct ? struct.name().pascal() + ".read" : "read" + shapeName(shape);
    }

    private static String writing(Shape shape, String value) {
        if (shape instanceof Struct) {
            return value + ".write()";
        }
        return shape instanceof Shape.Any ? value : "write" + shapeName(shape) + "(" + value + ")";
    }

    private static String shapeName(Shape shape) {
        if (shape instanceof Shape.Items list) {
            return shapeName(list.items()) + "List";
        }
        if (shape instanceof Shape.Entries map) {
            return shapeName(map.values()) + "Map";
        }
        if (shape instanceof Struct struct) {
            return struct.name().pascal();
        }
        return shape.getClass().getSimpleName();
    }

    private static String type(Member member) {
        return type(member.shape()) + (member.mayLack() && !hasFlag(member) ? " | null" : "");
    }

    private static String type(Shape shape) {
        if (shape instanceof Shape.Items list) {
            return "Array<" + type(list.items()) + ">";
        }
        if (shape instanceof Shape.Entries map) {
            return "Map<string, " + type(map.values()) + ">";
        }
        if (shape instanceof Struct struct) {
            return struct.name().pascal();
        }
        if (shape instanceof Shape.Text) {
            return "string";
        }
        if (shape instanceof Shape.Whole) {
            return "i64";
        }
        if (shape instanceof Shape.Decimal) {
            return "f64";
        }
        return shape instanceof Shape.Flag ? "bool" : "Json";
    }
}
