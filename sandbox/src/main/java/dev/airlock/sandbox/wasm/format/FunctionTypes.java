package dev.airlock.sandbox.wasm.format;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The function types of a module: their numbers of parameters and results, and their signatures as text. */
public final class FunctionTypes implements OperandHeights.Arities {
    /** The most values of one signature that are written out; no host function has as many. */
    private static final int VALUES_SHOWN = 64;

    private static final int FUNCTION = 0x60;

    private final List<String> signatures = new ArrayList<>();
    private final List<byte[]> parameters = new ArrayList<>();
    private final List<byte[]> results = new ArrayList<>();

    public int size() {
        return signatures.size();
    }

    @Override
    public int parameters(int type) {
        return parameters.get(type).length;
    }

    @Override
    public int results(int type) {
        return results.get(type).length;
    }

    /** The first byte of each parameter's type, which is the whole type except for typed references. */
    public byte[] parameterTypes(int type) {
        return parameters.get(type);
    }

    /** The first byte of each result's type. */
    public byte[] resultTypes(int type) {
        return results.get(type);
    }

    /** The signature as text, for example {@code (i32, i64) -> i32}. */
    public String signature(int type) {
        return signatures.get(type);
    }

    /** Reads one entry of the type section (section 5.5.4). */
    public void read(ByteReader in, FeatureUse features) throws ModuleRefused {
        int at = in.position();
        int form = in.u8();
        switch (form) {
            case FUNCTION -> {}
            case 0x4E -> throw ModuleRefused.feature(at, Feature.GC, "rec group");
            case 0x4F, 0x50 -> throw ModuleRefused.feature(at, Feature.GC, "sub type");
            case 0x5E -> throw ModuleRefused.feature(at, Feature.GC, "array type");
            case 0x5F -> throw ModuleRefused.feature(at, Feature.GC, "struct type");
            case 0x5D -> throw ModuleRefused.feature(at, Feature.STACK_SWITCHING, "cont type");
            default ->
                throw ModuleRefused.malformed(
                        at, String.format(Locale.ROOT, "0x%02x does not begin a function type", form));
        }
        StringBuilder text = new StringBuilder("(");
        parameters.add(readValues(in, features, text));
        text.append(") -> ");
        int beforeResults = text.length();
        byte[] given = readValues(in, features, text);
        if (given.length > 1) {
            features.meet(Feature.MULTI_VALUE, at, "function with several results");
        }
        if (given.length != 1) {
            text.insert(beforeResults, '(').append(')');
        }
        results.add(given);
        signatures.add(text.toString());
    }

    private static byte[] readValues(ByteReader in, FeatureUse features, StringBuilder text) throws ModuleRefused {
        int count = in.count(1, "value types");
        byte[] types = new byte[count];
        for (int i = 0; i < count; i++) {
            types[i] = (byte) in.peek();
            String type = ValueTypes.read(in, features);
            if (i < VALUES_SHOWN) {
                text.append(i == 0 ? "" : ", ").append(type);
            }
        }
        if (count > VALUES_SHOWN) {
            text.append(", and ").append(count - VALUES_SHOWN).append(" more");
        }
        return types;
    }
}
