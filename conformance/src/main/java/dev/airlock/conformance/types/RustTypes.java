package dev.airlock.conformance.types;

import dev.airlock.conformance.types.Shape.Member;
import dev.airlock.conformance.types.Shape.Struct;
import java.util.List;
import java.util.Set;

/** Types in Rust: structs that are read from and written to the guest library's JSON. */
final class RustTypes implements TypeWriter {
    private static final Set<String> KEYWORDS = TypeSupport.words("""
            abstract as async await become box break const continue crate do dyn else enum extern false final fn
            for gen if impl in let loop macro match mod move mut override priv pub ref return self static struct
            super trait true try type typeof union unsafe unsized use virtual where while yield
            """);

    private final StringBuilder out = new StringBuilder();

    @Override
    public String text(List<OperationTypes> operations) {
        out.setLength(0);
        out.append("// ").append(MARK).append("\n");
        out.append("#![allow(dead_code, unused_imports)]\n\n");
        out.append("use airlock::{Call, Error, Json, Output};\nuse std::collections::BTreeMap;\n\n");
        OperationTypes.all(operations).forEach(shape -> {
            if (shape instanceof Struct struct) {
                struct(struct);
                value(struct);
            }
        });
        operations.forEach(types -> {
            types.args().ifPresent(args -> reader(types.operation(), args));
            types.result().ifPresent(this::output);
        });
        return out + TypeSupport.of("rust");
    }

    private void struct(Struct struct) {
        out.append("/// Holds ").append(struct.about()).append(".\n#[derive(Clone, Debug, PartialEq)]\npub struct ");
        out.append(struct.name().pascal()).append(" {\n");
        for (Member member : struct.members()) {
            member.about()
                    .ifPresent(about -> out.append("    /// ").append(about).append('\n'));
            out.append("    pub ")
                    .append(field(member.name()))
                    .append(": ")
                    .append(type(member))
                    .append(",\n");
        }
        out.append("}\n\n");
    }

    private void value(Struct struct) {
        String name = struct.name().pascal();
        out.append("impl Value for ").append(name).append(" {\n");
        out.append("    fn read(value: &Json, at: &str) -> Result<Self, Error> {\n");
        out.append("        let object = Members::of(value, at)?;\n        Ok(")
                .append(name)
                .append(" {\n");
        for (Member member : struct.members()) {
            String how = member.mayLack() ? "optional" : "required";
            out.append("            ")
                    .append(field(member.name()))
                    .append(": object.")
                    .append(how)
                    .append("(\"");
            out.append(member.wire()).append("\")?,\n");
        }
        out.append("        })\n    }\n\n    fn write(self) -> Json {\n        let mut members = Vec::new();\n");
        for (Member member : struct.members()) {
            out.append("        ")
                    .append(put(member))
                    .append("(&mut members, \"")
                    .append(member.wire());
            out.append("\", self.").append(field(member.name())).append(");\n");
        }
        out.append("        Json::Object(members)\n    }\n}\n\n");
    }

    private static String put(Member member) {
        if (!member.mayLack()) {
            return "put";
        }
        return member.required() ? "put_or_null" : "put_if_some";
    }

    private void reader(String operation, Struct args) {
        String name = args.name().pascal();
        out.append("impl ")
                .append(name)
                .append(" {\n    /// The arguments of a call of ")
                .append(operation);
        out.append(". What is missing or of another form is an error of the class `bad_input`.\n");
        out.append("    pub fn of(call: &Call) -> Result<Self, Error> {\n");
        out.append("        Self::read(call.args.as_json(), \"\")\n    }\n}\n\n");
    }

    private void output(Struct result) {
        String name = result.name().pascal();
        out.append("impl From<")
                .append(name)
                .append("> for Output {\n    fn from(result: ")
                .append(name);
        out.append(") -> Output {\n        result.write().into()\n    }\n}\n\n");
    }

    static String field(NameWords words) {
        String name = words.snake();
        return KEYWORDS.contains(name) ? name + "_" : name;
    }

    private static String type(Member member) {
        return member.mayLack() ? "Option<" + type(member.shape()) + ">" : type(member.shape());
    }

    private static String type(Shape shape) {
        if (shape instanceof Shape.Items list) {
            return "Vec<" + type(list.items()) + ">";
        }
        if (shape instanceof Shape.Entries map) {
            return "BTreeMap<String, " + type(map.values()) + ">";
        }
        if (shape instanceof Struct struct) {
            return struct.name().pascal();
        }
        if (shape instanceof Shape.Text) {
            return "String";
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
