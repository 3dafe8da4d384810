package dev.airlock.conformance.types;

import dev.airlock.conformance.types.Shape.Member;
import dev.airlock.conformance.types.Shape.Struct;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Types in Go: structs for {@code encoding/json}, formatted as gofmt does. */
final class GoTypes implements TypeWriter {
    private static final String READ = """

            // readArgs decodes the arguments of a call. What is missing, null without being
            // nullable, or of another form is an error of the class bad_input.
            func readArgs(call airlock.Call, args any, required, nullable []string) error {
            	for _, name := range required {
            		value, given := call.Args[name]
            		if !given || string(value) == "null" && !slices.Contains(nullable, name) {
            			return airlock.Fail("bad_input", "The argument \\""+name+"\\" is missing.").With("argument", name)
            		}
            	}
            	err := json.Unmarshal([]byte(airlock.Encode(call.Args)), args)
            	var wrong *json.UnmarshalTypeError
            	if errors.As(err, &wrong) {
            		message := "The argument \\"" + wrong.Field + "\\" must be of type " + wrong.Type.String() + ", and is " + wrong.Value + "."
            		return airlock.Fail("bad_input", message).With("argument", wrong.Field)
            	}
            	return err
            }
            """;

    private final StringBuilder out = new StringBuilder();

    @Override
    public String text(List<OperationTypes> operations) {
        out.setLength(0);
        Set<Shape> shapes = OperationTypes.all(operations);
        shapes.forEach(shape -> {
            if (shape instanceof Struct struct) {
                struct(struct);
            }
        });
        operations.forEach(types -> types.args().ifPresent(args -> reader(types.operation(), args)));
        boolean reads = operations.stream().anyMatch(types -> types.args().isPresent());
        if (reads) {
            out.append(READ);
        }
        return "// " + MARK + "\n\npackage main\n" + imports(reads) + out;
    }

    private String imports(boolean reads) {
        if (reads) {
            return "\nimport (\n\t\"encoding/json\"\n\t\"errors\"\n\t\"slices\"\n\n\t\"airlock.dev/guest/airlock\"\n)\n";
        }
        return out.indexOf("json.") < 0 ? "" : "\nimport \"encoding/json\"\n";
    }

    private void struct(Struct struct) {
        String name = struct.name().go();
        out.append("\n// ")
                .append(name)
                .append(" holds ")
                .append(struct.about())
                .append(".\ntype ");
        out.append(name).append(" struct {\n");
        for (Member member : struct.members()) {
            member.about().ifPresent(about -> out.append("\t// ").append(about).append('\n'));
            out.append(member(struct, member));
        }
        out.append("}\n");
        emptyNotNull(struct);
    }

    /** Returns a member's line. gofmt aligns the columns of lines that follow one another without a comment between them. */
    private static String member(Struct struct, Member member) {
        List<Member> block = block(struct.members(), struct.members().indexOf(member));
        int names = block.stream()
                .mapToInt(other -> other.name().go().length())
                .max()
                .orElse(0);
        int types = block.stream().mapToInt(other -> type(other).length()).max().orElse(0);
        String omitted = member.required() ? "" : ",omitempty";
        String tag = "`json:\"" + member.wire() + omitted + "\"`";
        return "\t" + padded(member.name().go(), names) + " " + padded(type(member), types) + " " + tag + "\n";
    }

    private static List<Member> block(List<Member> members, int index) {
        int first = index;
        while (first > 0 && members.get(first).about().isEmpty()) {
            first--;
        }
        int end = index + 1;
        while (end < members.size() && members.get(end).about().isEmpty()) {
            end++;
        }
        return members.subList(first, end);
    }

    private static String padded(String text, int width) {
        return text + " ".repeat(width - text.length());
    }

    /** A nil slice or map would be written as null, which the schema of a required member does not allow. */
    private void emptyNotNull(Struct struct) {
        List<Member> collections = struct.members().stream()
                .filter(member -> member.required() && !member.nullable())
                .filter(member -> member.shape() instanceof Shape.Items || member.shape() instanceof Shape.Entries)
                .toList();
        if (collections.isEmpty()) {
            return;
        }
        String name = struct.name().go();
        out.append("\n// MarshalJSON writes a list or map that was never set as an empty one.\n");
        out.append("func (value ").append(name).append(") MarshalJSON() ([]byte, error) {\n");
        out.append("\ttype plain ").append(name).append('\n');
        for (Member member : collections) {
            String field = "value." + member.name().go();
            out.append("\tif ")
                    .append(field)
                    .append(" == nil {\n\t\t")
                    .append(field)
                    .append(" = ");
            out.append(type(member)).append("{}\n\t}\n");
        }
        out.append("\treturn json.Marshal(plain(value))\n}\n");
    }

    private void reader(String operation, Struct args) {
        String name = args.name().go();
        String required = names(args.members().stream().filter(Member::required));
        String nullable = names(args.members().stream()
                .filter(Member::required)
                .filter(member -> member.nullable() || member.shape() instanceof Shape.Any));
        out.append("\n// Read")
                .append(name)
                .append(" returns the arguments of a call of ")
                .append(operation);
        out.append(".\nfunc Read")
                .append(name)
                .append("(call airlock.Call) (")
                .append(name)
                .append(", error) {\n");
        out.append("\tvar args ")
                .append(name)
                .append("\n\terr := readArgs(call, &args, ")
                .append(required);
        out.append(", ").append(nullable).append(")\n\treturn args, err\n}\n");
    }

    private static String names(Stream<Member> members) {
        String names = members.map(member -> '"' + member.wire() + '"').collect(Collectors.joining(", "));
        return names.isEmpty() ? "nil" : "[]string{" + names + "}";
    }

    private static String type(Member member) {
        boolean isReference = member.shape() instanceof Shape.Items
                || member.shape() instanceof Shape.Entries
                || member.shape() instanceof Shape.Any;
        return (member.mayLack() && !isReference ? "*" : "") + type(member.shape());
    }

    private static String type(Shape shape) {
        if (shape instanceof Shape.Items list) {
            return "[]" + type(list.items());
        }
        if (shape instanceof Shape.Entries map) {
            return "map[string]" + type(map.values());
        }
        if (shape instanceof Struct struct) {
            return struct.name().go();
        }
        if (shape instanceof Shape.Text) {
            return "string";
        }
        if (shape instanceof Shape.Whole) {
            return "int64";
        }
        if (shape instanceof Shape.Decimal) {
            return "float64";
        }
        return shape instanceof Shape.Flag ? "bool" : "json.RawMessage";
    }
}
