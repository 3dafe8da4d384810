package dev.airlock.sandbox.wasm;

import dev.airlock.sandbox.wasm.format.ByteWriter;
import dev.airlock.sandbox.wasm.format.ModuleSection;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Assembles small modules for tests, so that each test shows its bytes; sections come out in the right order. */
public final class ModuleBuilder {
    public static final int I32 = 0x7F;
    public static final int I64 = 0x7E;
    public static final int F32 = 0x7D;
    public static final int F64 = 0x7C;
    public static final int FUNCREF = 0x70;
    public static final int EMPTY = 0x40;

    private final List<byte[]> types = new ArrayList<>();
    private final List<byte[]> imports = new ArrayList<>();
    private final List<Integer> functions = new ArrayList<>();
    private final List<byte[]> tables = new ArrayList<>();
    private final List<byte[]> memories = new ArrayList<>();
    private final List<byte[]> tags = new ArrayList<>();
    private final List<byte[]> globals = new ArrayList<>();
    private final List<byte[]> exports = new ArrayList<>();
    private final List<byte[]> elements = new ArrayList<>();
    private final List<byte[]> bodies = new ArrayList<>();
    private final List<byte[]> data = new ArrayList<>();
    private final List<byte[]> customs = new ArrayList<>();
    private boolean dataCount;

    /** Returns bytes that a small recipe writes. */
    public static byte[] bytes(Consumer<ByteWriter> recipe) {
        ByteWriter writer = new ByteWriter(64);
        recipe.accept(writer);
        return writer.toByteArray();
    }

    /** Adds a function type and returns its index. */
    public int type(int[] parameters, int... results) {
        types.add(bytes(w -> {
            w.u8(0x60).u32(parameters.length);
            for (int parameter : parameters) {
                w.u8(parameter);
            }
            w.u32(results.length);
            for (int result : results) {
                w.u8(result);
            }
        }));
        return types.size() - 1;
    }

    /** Adds an import of any kind by its description's bytes. */
    public ModuleBuilder importing(String module, String name, int kind, Consumer<ByteWriter> description) {
        imports.add(bytes(w -> {
            name(w, module);
            name(w, name);
            w.u8(kind);
            description.accept(w);
        }));
        return this;
    }

    /** Adds a function without locals; {@code code} must write its {@code end}. */
    public int function(int type, Consumer<ByteWriter> code) {
        return function(type, w -> w.u32(0), code);
    }

    /** Adds a function; {@code locals} writes the vector of groups. Returns its index among those defined. */
    public int function(int type, Consumer<ByteWriter> locals, Consumer<ByteWriter> code) {
        functions.add(type);
        bodies.add(bytes(w -> {
            locals.accept(w);
            code.accept(w);
        }));
        return functions.size() - 1;
    }

    public ModuleBuilder table(Consumer<ByteWriter> table) {
        tables.add(bytes(table));
        return this;
    }

    public ModuleBuilder memory(Consumer<ByteWriter> limits) {
        memories.add(bytes(limits));
        return this;
    }

    public ModuleBuilder tag(int type) {
        tags.add(bytes(w -> w.u8(0).u32(type)));
        return this;
    }

    public ModuleBuilder global(Consumer<ByteWriter> global) {
        globals.add(bytes(global));
        return this;
    }

    public ModuleBuilder exporting(String name, int kind, int index) {
        exports.add(bytes(w -> {
            name(w, name);
            w.u8(kind).u32(index);
        }));
        return this;
    }

    public ModuleBuilder element(Consumer<ByteWriter> segment) {
        elements.add(bytes(segment));
        return this;
    }

    public ModuleBuilder data(Consumer<ByteWriter> segment) {
        data.add(bytes(segment));
        return this;
    }

    public ModuleBuilder withDataCount() {
        dataCount = true;
        return this;
    }

    /** Adds a custom section after all others. */
    public ModuleBuilder custom(String name, Consumer<ByteWriter> content) {
        customs.add(bytes(w -> {
            name(w, name);
            content.accept(w);
        }));
        return this;
    }

    public byte[] build() {
        ByteWriter out = new ByteWriter(256);
        out.copy(new byte[] {0, 'a', 's', 'm', 1, 0, 0, 0}, 0, 8);
        section(out, ModuleSection.Id.TYPE, types);
        section(out, ModuleSection.Id.IMPORT, imports);
        section(
                out,
                ModuleSection.Id.FUNCTION,
                functions.stream().map(type -> bytes(w -> w.u32(type))).toList());
        section(out, ModuleSection.Id.TABLE, tables);
        section(out, ModuleSection.Id.MEMORY, memories);
        section(out, ModuleSection.Id.TAG, tags);
        section(out, ModuleSection.Id.GLOBAL, globals);
        section(out, ModuleSection.Id.EXPORT, exports);
        section(out, ModuleSection.Id.ELEMENT, elements);
        if (dataCount) {
            byte[] count = bytes(w -> w.u32(data.size()));
            out.u8(ModuleSection.Id.DATA_COUNT.number()).u32(count.length).copy(count, 0, count.length);
        }
        section(
                out,
                ModuleSection.Id.CODE,
                bodies.stream()
                        .map(body -> bytes(w -> w.u32(body.length).copy(body, 0, body.length)))
                        .toList());
        section(out, ModuleSection.Id.DATA, data);
        for (byte[] custom : customs) {
            out.u8(ModuleSection.Id.CUSTOM.number()).u32(custom.length).copy(custom, 0, custom.length);
        }
        return out.toByteArray();
    }

    private static void section(ByteWriter out, ModuleSection.Id id, List<byte[]> entries) {
        if (entries.isEmpty()) {
            return;
        }
        byte[] content = bytes(w -> {
            w.u32(entries.size());
            entries.forEach(entry -> w.copy(entry, 0, entry.length));
        });
        out.u8(id.number()).u32(content.length).copy(content, 0, content.length);
    }

    /** Writes a name: its length and its UTF-8. */
    public static void name(ByteWriter out, String name) {
        byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
        out.u32(utf8.length).copy(utf8, 0, utf8.length);
    }
}
