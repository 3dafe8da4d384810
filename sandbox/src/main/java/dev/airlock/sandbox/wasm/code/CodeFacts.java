package dev.airlock.sandbox.wasm.code;

import dev.airlock.sandbox.wasm.format.Feature;
import dev.airlock.sandbox.wasm.format.FeatureUse;
import dev.airlock.sandbox.wasm.format.FunctionSize;
import dev.airlock.sandbox.wasm.format.Opcode;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/**
 * The facts that a walk through a module's code and data found. If you keep them with the module's hash, the module can
 * be read again without the walk.
 *
 * @param sizes the size of each function, in the order of the module
 * @param instructionsByFlow the number of instructions by how control continues after them
 * @param listedOperands the operands that instructions list, all together
 * @param labelSteps steps of the engine's parser for the labels of branches and loops, all together
 * @param dataBytes bytes in data segments, all together
 * @param features the features that the whole module uses
 */
@SuppressWarnings("ArrayRecordComponent") // never handed out of the package, never written
public record CodeFacts(
        FunctionSize[] sizes,
        Map<Opcode.Flow, Long> instructionsByFlow,
        long listedOperands,
        long labelSteps,
        long dataBytes,
        Set<Feature> features) {

    /** Whether a walk under these limits would refuse nothing. */
    public boolean areWithin(ModuleFacts module, FeatureUse use) {
        if (sizes.length != module.functionTypes.length || !use.admitted().containsAll(features)) {
            return false;
        }
        long together = 0;
        for (int function = 0; function < sizes.length; function++) {
            FunctionSize size = sizes[function];
            together += size.locals() - module.parameters(function);
            if (size.locals() > module.limits.localsPerFunction() || size.blocks() > module.limits.nestedBlocks()) {
                return false;
            }
        }
        return together <= module.limits.localsTogether();
    }

    /** Writes the facts in the form that {@link #read} reads. */
    public void write(DataOutputStream out) throws IOException {
        out.writeInt(sizes.length);
        for (FunctionSize size : sizes) {
            out.writeLong(size.locals());
            out.writeLong(size.operands());
            out.writeInt(size.blocks());
            out.writeInt(size.codeBytes());
            out.writeLong(size.handlers().clauses());
            out.writeLong(size.handlers().nesting());
            out.writeBoolean(size.handlers().dropOperands());
        }
        for (Opcode.Flow flow : Opcode.Flow.values()) {
            out.writeLong(instructionsByFlow.getOrDefault(flow, 0L));
        }
        out.writeLong(listedOperands);
        out.writeLong(labelSteps);
        out.writeLong(dataBytes);
        for (Feature feature : Feature.values()) {
            out.writeBoolean(features.contains(feature));
        }
    }

    /**
     * Reads the facts that {@link #write} wrote.
     *
     * @throws IOException if they have another form
     */
    public static CodeFacts read(DataInputStream in) throws IOException {
        int functions = in.readInt();
        if (functions < 0 || functions > in.available()) {
            throw new IOException("an entry of another form");
        }
        FunctionSize[] sizes = new FunctionSize[functions];
        for (int i = 0; i < sizes.length; i++) {
            sizes[i] = new FunctionSize(
                    in.readLong(),
                    in.readLong(),
                    in.readInt(),
                    in.readInt(),
                    new FunctionSize.Handlers(in.readLong(), in.readLong(), in.readBoolean()));
        }
        Map<Opcode.Flow, Long> flows = new EnumMap<>(Opcode.Flow.class);
        for (Opcode.Flow flow : Opcode.Flow.values()) {
            flows.put(flow, in.readLong());
        }
        long operands = in.readLong();
        long labelSteps = in.readLong();
        long dataBytes = in.readLong();
        Set<Feature> features = EnumSet.noneOf(Feature.class);
        for (Feature feature : Feature.values()) {
            if (in.readBoolean()) {
                features.add(feature);
            }
        }
        return new CodeFacts(sizes, flows, operands, labelSteps, dataBytes, features);
    }
}
