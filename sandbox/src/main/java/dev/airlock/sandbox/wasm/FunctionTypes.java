package dev.airlock.sandbox.wasm;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The function types of a module: how many parameters and results each has, and how it reads. */
final class FunctionTypes {
    /** Values of one signature that are written out; no host function has as many. */
    private static final int VALUES_SHOWN = 64;

    private static final int FUNCTION = 0x60;

    private final List<String> signatures = new ArrayList<>();
    private int[] parameters = new int[8];
    private int[] results = new int[8];

    int size() {
        return signatures.size();
    }

    int parameters(int type) {
        return parameters[type];
    }

    int results(int type) {
        return results[type];
    }

    /** For instance {@code (i32, i64) -> i32}. */
    String signature(int type) {
        return signatures.get(type);
    }

    /** Reads one entry of the type section (section 5.5.4). */
    void read(ByteReader in, FeatureUse features) throws ModuleRefused {
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
                throw ModuleRefused.malformed(at, String.format(Locale.ROOT, "0x%02x begins no function type", form));
        }
        StringBuilder text = new StringBuilder("(");
        int parameterCount = readValues(in, features, text);
        text.append(") -> ");
        int beforeResults = text.length();
        int resultCount = readValues(in, features, text);
        if (resultCount > 1) {
            features.meet(Feature.MULTI_VALUE, at, "function with several results");
        }
        if (resultCount != 1) {
            text.insert(beforeResults, '(').append(')');
        }
        if (signatures.size() == parameters.length) {
            parameters = Arrays.copyOf(parameters, parameters.length * 2);
            results = Arrays.copyOf(results, results.length * 2);
        }
        parameters[signatures.size()] = parameterCount;
        results[signatures.size()] = resultCount;
        signatures.add(text.toString());
    }

    private static int readValues(ByteReader in, FeatureUse features, StringBuilder text) throws ModuleRefused {
        int count = in.count(1, "value types");
        for (int i = 0; i < count; i++) {
            String type = ValueTypes.read(in, features);
            if (i < VALUES_SHOWN) {
                text.append(i == 0 ? "" : ", ").append(type);
            }
        }
        if (count > VALUES_SHOWN) {
            text.append(", and ").append(count - VALUES_SHOWN).append(" more");
        }
        return count;
    }
}
