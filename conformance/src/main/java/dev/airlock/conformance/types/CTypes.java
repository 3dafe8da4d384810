package dev.airlock.conformance.types;

import dev.airlock.conformance.types.Shape.Member;
import dev.airlock.conformance.types.Shape.Struct;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Types in C: structs with functions that read them from a call and make JSON of them, in one header. */
final class CTypes implements TypeWriter {
    private static final Set<String> KEYWORDS = TypeSupport.words("""
            alignas alignof asm auto bool break case char const constexpr continue default do double else enum
            extern false float for goto if inline int linux long nullptr register restrict return short
            signed sizeof static struct switch true typedef typeof union unix unsigned void volatile wasm
            while
            """);

    private final StringBuilder out = new StringBuilder();

    /** The names of the list types so far: lists of maps and of any value are the same type. */
    private final Set<String> lists = new HashSet<>();

    @Override
    public String text(List<OperationTypes> operations) {
        out.setLength(0);
        lists.clear();
        out.append("// ").append(MARK).append('\n').append(TypeSupport.of("c"));
        OperationTypes.all(operations).forEach(shape -> {
            if (shape instanceof Struct struct) {
                struct(struct);
                read(struct);
                write(struct);
            } else if (shape instanceof Shape.Items list && lists.add(type(list))) {
                list(list);
            }
        });
        operations.forEach(types -> types.args().ifPresent(args -> reader(types.operation(), args)));
        return out + "\n#endif\n";
    }

    private void struct(Struct struct) {
        out.append("\n/* Holds ").append(struct.about()).append(". */\ntypedef struct {\n");
        for (Member member : struct.members()) {
            member.about()
                    .ifPresent(about -> out.append("    /* ").append(about).append(" */\n"));
            if (hasFlag(member)) {
                out.append("    bool has_").append(member.name().snake()).append(";\n");
            }
            String type = type(member.shape());
            out.append("    ").append(type).append(type.endsWith("*") ? "" : " ");
            out.append(field(member.name())).append(";\n");
        }
        out.append("} ").append(type(struct)).append(";\n");
    }

    private void read(Struct struct) {
        String type = type(struct);
        out.append("\nOPERATIONS_STATIC ").append(type).append(" airlock_read_").append(type);
        out.append("(const json *value, const char *at) {\n    ").append(type).append(" read = {0};\n");
        out.append("    if (!airlock_is(value, JSON_OBJECT, at, \"an object\")) return read;\n");
        for (Member member : struct.members()) {
            out.append(member.mayLack() ? readOptional(member) : readRequired(member));
        }
        out.append("    return read;\n}\n");
    }

    private static String readRequired(Member member) {
        String wire = "\"" + member.wire() + "\"";
        return "    read." + field(member.name()) + " = " + reading(member.shape()) + "(airlock_member(value, " + wire
                + ", at), airlock_within(at, " + wire + "));\n";
    }

    private static String readOptional(Member member) {
        String wire = "\"" + member.wire() + "\"";
        String flag = hasFlag(member) ? "        read.has_" + member.name().snake() + " = true;\n" : "";
        return "    if (airlock_has(value, " + wire + ")) {\n" + flag + "        read." + field(member.name()) + " = "
                + reading(member.shape()) + "(json_get(value, " + wire + "), airlock_within(at, " + wire
                + "));\n    }\n";
    }

    private void write(Struct struct) {
        String type = type(struct);
        out.append("\nOPERATIONS_STATIC json *")
                .append(type)
                .append("_json(")
                .append(type)
                .append(" value) {\n");
        out.append("    json *object = json_object();\n");
        for (Member member : struct.members()) {
            String set = "json_set(object, \"" + member.wire() + "\", "
                    + writing(member.shape(), "value." + field(member.name())) + ");\n";
            out.append("    ");
            if (member.mayLack()) {
                String given = hasFlag(member) ? "value.has_" + member.name().snake() : "value." + field(member.name());
                out.append("if (").append(given).append(") ").append(set);
                if (member.required()) {
                    out.append("    else json_set(object, \"")
                            .append(member.wire())
                            .append("\", NULL);\n");
                }
            } else {
                out.append(set);
            }
        }
        out.append("    return object;\n}\n");
    }

    private void list(Shape.Items list) {
        String type = type(list);
        String item = type(list.items());
        String star = item.endsWith("*") ? item : item + " ";
        out.append("\n/* A list; its items live until the connector ends. */\ntypedef struct {\n    ")
                .append(star);
        out.append("*items;\n    size_t count;\n} ").append(type).append(";\n");
        out.append("\nOPERATIONS_STATIC ").append(type).append(" airlock_read_").append(type);
        out.append("(const json *value, const char *at) {\n    ").append(type).append(" list = {0};\n");
        out.append("    if (!airlock_is(value, JSON_LIST, at, \"a list\")) return list;\n");
        out.append("    list.items = airlock_items(value, sizeof *list.items);\n");
        out.append("    for (const json *item = value->first; item; item = item->next) {\n");
        out.append("        list.items[list.count++] = ")
                .append(reading(list.items()))
                .append("(item, at);\n    }\n");
        out.append("    return list;\n}\n");
        out.append("\nOPERATIONS_STATIC json *")
                .append(type)
                .append("_json(")
                .append(type)
                .append(" list) {\n");
        out.append("    json *array = json_list();\n    for (size_t i = 0; i < list.count; i++) {\n");
        out.append("        json_add(array, ").append(writing(list.items(), "list.items[i]"));
        out.append(");\n    }\n    return array;\n}\n");
    }

    private void reader(String operation, Struct args) {
        String type = type(args);
        out.append("\n/* The arguments of a call of ").append(operation);
        out.append(". What is missing or of another form is a failure of the class bad_input. */\nOPERATIONS_STATIC ");
        out.append(type).append(' ').append(type).append("_of(const airlock_call *call) {\n");
        out.append("    return airlock_read_").append(type).append("(call->args, \"\");\n}\n");
    }

    /** A value that is a pointer needs no flag beside it: it is NULL if there is none. */
    private static boolean hasFlag(Member member) {
        return member.mayLack() && !type(member.shape()).endsWith("*");
    }

    static String field(NameWords words) {
        String name = words.snake();
        return KEYWORDS.contains(name) || name.startsWith("has_") ? name + "_" : name;
    }

    private static String reading(Shape shape) {
        String type = type(shape);
        return switch (type) {
            case "long long" -> "airlock_read_integer";
            case "double" -> "airlock_read_number";
            case "const json *" -> "airlock_read_any";
            default -> "airlock_read_" + type;
        };
    }

    private static String writing(Shape shape, String value) {
        return switch (type(shape)) {
            case "text" -> "json_text(" + value + ")";
            case "long long" -> "json_integer(" + value + ")";
            case "double" -> "airlock_write_number(" + value + ")";
            case "bool" -> "airlock_write_bool(" + value + ")";
            case "const json *" -> value;
            default -> type(shape) + "_json(" + value + ")";
        };
    }

    private static String type(Shape shape) {
        if (shape instanceof Shape.Items list) {
            return listName(list.items()) + "_list";
        }
        if (shape instanceof Struct struct) {
            return struct.name().snake();
        }
        if (shape instanceof Shape.Text) {
            return "text";
        }
        if (shape instanceof Shape.Whole) {
            return "long long";
        }
        if (shape instanceof Shape.Decimal) {
            return "double";
        }
        return shape instanceof Shape.Flag ? "bool" : "const json *";
    }

    private static String listName(Shape items) {
        return switch (type(items)) {
            case "long long" -> "integer";
            case "double" -> "number";
            case "const json *" -> "any";
            default -> type(items);
        };
    }
}
