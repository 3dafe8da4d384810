package dev.airlock.sandbox.wasm.code;

import dev.airlock.failures.limit.LimitName;
import dev.airlock.sandbox.budget.LoadBudget;
import dev.airlock.sandbox.wasm.format.ByteReader;
import dev.airlock.sandbox.wasm.format.Feature;
import dev.airlock.sandbox.wasm.format.FeatureUse;
import dev.airlock.sandbox.wasm.format.FunctionSize;
import dev.airlock.sandbox.wasm.format.ModuleRefused;
import dev.airlock.sandbox.wasm.format.ModuleSection;
import dev.airlock.sandbox.wasm.format.Opcode;
import dev.airlock.sandbox.wasm.format.OperandHeights;
import dev.airlock.sandbox.wasm.format.ValueTypes;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;

/**
 * Walks the code section function by function and instruction by instruction (core specification, sections 5.4 and
 * 5.5.13), checking encoding, nesting, labels, and that locals and globals are the module's own.
 *
 * <p>One reader serves a whole section and keeps no object per instruction. Types are left to the engine's validation.
 * Usage:
 *
 * <pre>{@code
 * while (code.nextFunction()) {
 *     while (code.nextInstruction()) {
 *         use(code.opcode(), code.start(), code.end());
 *     }
 * }
 * }</pre>
 */
public final class CodeReader {

    /** The block type 0x40, as a signed number. */
    public static final long EMPTY_BLOCK = -0x40;

    /** The number of instructions after which the reader checks whether to go on. */
    private static final int INSTRUCTIONS_BETWEEN_LOOKS = 1 << 16;

    private final ModuleFacts facts;
    private final LoadBudget budget;
    private final ModuleSection section;
    private final ByteReader in;
    private final FeatureUse features;
    private final BlockStack blocks = new BlockStack();
    private final OperandHeights operands;

    private int function = -1;
    private int sizeStart;
    private int bodyStart;
    private int bodyEnd;
    private long locals;
    private int localGroups;
    private int localGroupsStart;
    private int codeStart;
    private long localsTogether;

    private Opcode opcode = Opcode.NOP;
    private int start;
    private int[] labels = new int[16];
    private int labelCount;
    private long index;
    private long secondIndex;
    private long blockType;
    private int blockTypeEnd;
    private byte[] types = {};
    private int[] catchKinds = new int[4];
    private long[] catchTags = new long[4];
    private long heightBefore;
    private boolean joined;
    private boolean back;
    private boolean valued;
    private boolean targeted;
    private boolean firstArm;
    private long instructions;
    private final long[] byFlow = new long[Opcode.Flow.values().length];
    private long listedOperands;
    private long labelSteps;
    private FunctionSize.Handlers handlers = FunctionSize.Handlers.NONE;

    public CodeReader(byte[] bytes, ModuleFacts facts, ModuleSection section, FeatureUse features, LoadBudget budget)
            throws ModuleRefused {
        this.budget = budget;
        this.facts = facts;
        this.section = section;
        this.features = features;
        this.operands = new OperandHeights(facts.types);
        this.in = new ByteReader(bytes, section.contentStart(), section.end());
        int at = in.position();
        long functions = in.u32();
        if (functions != facts.functionTypes.length) {
            throw ModuleRefused.malformed(at, "function and code section have inconsistent lengths");
        }
    }

    /** Moves to the next function, past its locals. Returns false if there is none. */
    public boolean nextFunction() throws ModuleRefused {
        in.moveTo(function < 0 ? in.position() : bodyEnd, section.end());
        if (++function == facts.functionTypes.length) {
            return endOfSection();
        }
        sizeStart = in.position();
        long size = in.u32();
        bodyStart = in.position();
        if (size > in.limit() - bodyStart) {
            throw ModuleRefused.malformed(sizeStart, "a function goes on past the end of its section");
        }
        bodyEnd = bodyStart + (int) size;
        in.moveTo(bodyStart, bodyEnd);
        readLocals();
        blocks.clear();
        int results = facts.types.results(facts.functionTypes[function]);
        blocks.push(BlockStack.FUNCTION, results > 0);
        operands.start(results);
        handlers = FunctionSize.Handlers.NONE;
        return true;
    }

    private boolean endOfSection() throws ModuleRefused {
        if (in.hasMore()) {
            throw ModuleRefused.malformed(in.position(), "section size mismatch in the code section");
        }
        return false;
    }

    private void readLocals() throws ModuleRefused {
        int parameters = facts.parameters(function);
        locals = parameters;
        localGroups = in.count(2, "groups of locals");
        localGroupsStart = in.position();
        for (int i = 0; i < localGroups; i++) {
            int at = in.position();
            locals += in.u32();
            ValueTypes.read(in, features);
            ModuleRefused.checkLimit(
                    at, LimitName.LOCALS, "locals in function " + function, facts.limits.localsPerFunction(), locals);
        }
        codeStart = in.position();
        localsTogether += locals - parameters;
        ModuleRefused.checkLimit(
                sizeStart, LimitName.LOCALS, "locals in all functions", facts.limits.localsTogether(), localsTogether);
    }

    /**
     * Returns the types of this function's parameters and locals, each its first byte.
     *
     * @param parameters those of its parameters
     */
    byte[] localTypes(byte[] parameters) throws ModuleRefused {
        byte[] types = Arrays.copyOf(parameters, (int) locals);
        int next = parameters.length;
        ByteReader groups = in.at(localGroupsStart, codeStart);
        for (int group = 0; group < localGroups; group++) {
            int end = next + (int) groups.u32();
            Arrays.fill(types, next, end, (byte) groups.peek());
            ValueTypes.read(groups, features);
            next = end;
        }
        return types;
    }

    /** Reads the next instruction of this function. Returns false after the {@code end} that closes the function. */
    public boolean nextInstruction() throws ModuleRefused {
        if (blocks.depth() == 0) {
            return false;
        }
        if (++instructions % INSTRUCTIONS_BETWEEN_LOOKS == 0) {
            budget.check();
        }
        start = in.position();
        int opcodeByte = in.u8();
        Opcode read = Opcode.ofByte(opcodeByte);
        opcode = read != null ? read : prefixed(opcodeByte);
        if (opcode.feature() != Feature.CORE_1) {
            features.meet(opcode.feature(), start, opcode.text());
        }
        labelCount = 0;
        readImmediates();
        follow();
        return true;
    }

    private Opcode prefixed(int prefix) throws ModuleRefused {
        if (!RefusedInstructions.isPrefix(prefix)) {
            throw RefusedInstructions.plain(start, prefix);
        }
        long number = in.u32();
        boolean decodable = prefix == Opcode.PREFIX_MISC || prefix == Opcode.PREFIX_VECTOR;
        Opcode read = decodable ? Opcode.ofPrefixed(prefix, number) : null;
        if (read == null) {
            throw RefusedInstructions.prefixed(start, prefix, number);
        }
        return read;
    }

    private void readImmediates() throws ModuleRefused {
        switch (opcode.immediates()) {
            case NONE -> {}
            case BLOCK_TYPE -> readBlockType();
            case BLOCK_TYPE_AND_CATCHES -> {
                readBlockType();
                readCatches();
            }
            case LABEL -> addLabel();
            case LABEL_TABLE -> {
                int count = in.count(1, "labels");
                listedOperands += count;
                for (int i = 0; i <= count; i++) {
                    addLabel();
                }
            }
            case LOCAL -> readIndex(locals, "local");
            case GLOBAL -> readIndex(facts.globals(), "global");
            case INDEX -> index = in.u32();
            case TWO_INDICES, TYPE_AND_TABLE -> {
                index = in.u32();
                secondIndex = in.u32();
            }
            case DATA, DATA_AND_MEMORY -> readDataIndex();
            case MEMORY -> readMemory();
            case TWO_MEMORIES -> {
                readMemory();
                readMemory();
            }
            case MEMARG -> readMemoryArgument();
            case MEMARG_LANE -> {
                readMemoryArgument();
                in.skip(1);
            }
            case LANE -> in.skip(1);
            case V128 -> in.skip(16);
            case I32 -> in.s32();
            case I64 -> in.s64();
            case F32 -> in.skip(4);
            case F64 -> in.skip(8);
            case VALUE_TYPES -> {
                int count = in.count(1, "value types");
                listedOperands += count;
                types = new byte[count];
                for (int i = 0; i < count; i++) {
                    types[i] = (byte) in.peek();
                    ValueTypes.read(in, features);
                }
            }
            case HEAP_TYPE -> {
                index = in.peek();
                ValueTypes.heapType(in, features);
            }
        }
    }

    private void readBlockType() throws ModuleRefused {
        int at = in.position();
        long type = in.s33();
        blockType = type;
        blockTypeEnd = in.position();
        if (type >= 0) {
            if (type >= facts.types.size()) {
                throw ModuleRefused.malformed(at, "unknown type " + type + " of a block");
            }
            features.meet(Feature.MULTI_VALUE, at, "block with a function type");
        } else if (in.position() != at + 1) {
            throw ModuleRefused.malformed(at, "malformed block type");
        } else if (type != EMPTY_BLOCK) {
            ValueTypes.ofByte(in, features, at, (int) (type & 0x7F));
        }
    }

    private void readCatches() throws ModuleRefused {
        int count = in.count(2, "catch clauses");
        listedOperands += count;
        for (int i = 0; i < count; i++) {
            int at = in.position();
            int kind = in.u8();
            if (kind > 3) {
                throw ModuleRefused.malformed(at, "malformed catch clause");
            }
            boolean namesTag = kind < 2;
            if (i == catchKinds.length) {
                catchKinds = Arrays.copyOf(catchKinds, i * 2);
                catchTags = Arrays.copyOf(catchTags, i * 2);
            }
            catchKinds[i] = kind;
            catchTags[i] = namesTag ? in.u32() : 0;
            addLabel();
        }
    }

    private void addLabel() throws ModuleRefused {
        int at = in.position();
        long label = in.u32();
        if (label >= blocks.depth()) {
            throw ModuleRefused.malformed(at, "unknown label " + label);
        }
        if (labelCount == labels.length) {
            labels = Arrays.copyOf(labels, labelCount * 2);
        }
        labels[labelCount++] = (int) label;
    }

    private void readIndex(long bound, String kind) throws ModuleRefused {
        int at = in.position();
        index = in.u32();
        if (index >= bound) {
            throw ModuleRefused.malformed(
                    at, "unknown " + kind + " " + index + " in function " + function + ", which can name " + bound);
        }
    }

    private void readDataIndex() throws ModuleRefused {
        if (facts.dataCount.isEmpty()) {
            throw ModuleRefused.malformed(start, opcode.text() + " needs a data count section");
        }
        index = in.u32();
        if (opcode.immediates() == Opcode.Immediates.DATA_AND_MEMORY) {
            readMemory();
        }
    }

    private void readMemory() throws ModuleRefused {
        int at = in.position();
        int memory = in.u8();
        if (memory > 0x7F) {
            throw ModuleRefused.malformed(at, "zero byte expected after " + opcode.text());
        }
        if (memory != 0) {
            throw ModuleRefused.feature(at, Feature.MULTI_MEMORY, opcode.text() + " of memory " + memory);
        }
    }

    private void readMemoryArgument() throws ModuleRefused {
        int at = in.position();
        long alignment = in.u32();
        index = alignment;
        if (alignment >= 0x80) {
            throw ModuleRefused.malformed(at, "malformed alignment of " + opcode.text());
        }
        if (alignment >= 0x40) {
            throw ModuleRefused.feature(at, Feature.MULTI_MEMORY, opcode.text() + " with a memory index");
        }
        in.u32();
    }

    /** Updates the open blocks for the instruction just read. */
    private void follow() throws ModuleRefused {
        back = false;
        valued = false;
        count(opcode.flow());
        for (int i = 0; i < labelCount; i++) {
            blocks.target(labels[i]);
            labelSteps += labels[i];
            back |= blocks.isLoop(labels[i]);
            valued |= blocks.isValued(labels[i]);
        }
        switch (opcode.flow()) {
            case BLOCK -> {
                if (opcode == Opcode.TRY_TABLE) {
                    countHandlers();
                    open(BlockStack.TRY_TABLE);
                } else {
                    open(BlockStack.BLOCK);
                }
            }
            case LOOP -> open(BlockStack.LOOP);
            case IF -> open(BlockStack.IF);
            case ELSE -> {
                if (blocks.innermostKind() != BlockStack.IF) {
                    throw ModuleRefused.malformed(start, "else without an if");
                }
                blocks.startElse();
            }
            case END -> {
                targeted = blocks.isInnermostTargeted();
                firstArm = blocks.innermostKind() == BlockStack.IF;
                boolean endsLoop = blocks.innermostKind() == BlockStack.LOOP;
                joined = blocks.pop();
                labelSteps += endsLoop ? blocks.openedInInnermost() : 0;
                if (blocks.depth() == 0 && in.hasMore()) {
                    throw ModuleRefused.malformed(in.position(), "section size mismatch, code after a function's end");
                }
            }
            case TAIL_CALL -> {
                if (blocks.isInTryTable()) {
                    throw ModuleRefused.feature(start, Feature.TAIL_CALL, opcode.text() + " inside a try_table");
                }
            }
            case NEXT, BRANCH, BRANCH_IF, RETURN, CALL, THROW, TRAP, BULK -> {}
        }
        countOperands();
    }

    @SuppressWarnings("EnumOrdinal") // an array, because this is done for every instruction
    private void count(Opcode.Flow flow) {
        byFlow[flow.ordinal()]++;
    }

    private void countOperands() {
        heightBefore = operands.height();
        switch (opcode.flow()) {
            case BLOCK, LOOP, IF -> operands.open(opcode, blockType, blockType == EMPTY_BLOCK);
            case ELSE -> operands.otherwise();
            case END -> operands.close();
            case CALL -> countCall();
            case BRANCH, RETURN, TAIL_CALL, THROW, TRAP -> operands.leave();
            case NEXT, BRANCH_IF, BULK -> operands.plain(opcode);
        }
    }

    private void countHandlers() {
        long depth = blocks.tryTables() + 1L;
        int parameters = takesParameters() ? facts.types.parameters((int) blockType) : 0;
        long below = operands.height() - parameters;
        boolean drops = handlers.dropOperands() || (parameters > 1 && below > 0);
        for (int i = 0; i < labelCount; i++) {
            drops |= operands.base(labels[i]) != below;
        }
        handlers =
                new FunctionSize.Handlers(handlers.clauses() + labelCount, handlers.nesting() + depth * depth, drops);
    }

    /** The engine's validation refuses a function or type that does not exist. */
    private void countCall() {
        boolean direct = opcode == Opcode.CALL;
        if (index < (direct ? facts.functions() : facts.types.size())) {
            operands.call(direct ? facts.typeOfFunction((int) index) : (int) index, direct ? 0 : 1);
        }
    }

    private void open(int kind) throws ModuleRefused {
        ModuleRefused.checkLimit(
                start, LimitName.NESTING, "blocks nested in one another", facts.limits.nestedBlocks(), blocks.depth());
        blocks.push(kind, kind == BlockStack.LOOP ? takesParameters() : givesResults());
    }

    private boolean takesParameters() {
        return blockType >= 0 && facts.types.parameters((int) blockType) > 0;
    }

    private boolean givesResults() {
        return blockType < 0 ? blockType != EMPTY_BLOCK : facts.types.results((int) blockType) > 0;
    }

    /** The index of this function among those that the module defines. */
    public int function() {
        return function;
    }

    /** The offset of this function's size, with which its entry in the section begins. */
    public int sizeStart() {
        return sizeStart;
    }

    /** The offset of this function's body: the number of groups of locals comes first. */
    public int bodyStart() {
        return bodyStart;
    }

    /** The offset of the first byte after this function. */
    public int bodyEnd() {
        return bodyEnd;
    }

    /** The number of groups of locals that this function declares. */
    public int localGroups() {
        return localGroups;
    }

    /** The offset of the first group of locals. */
    public int localGroupsStart() {
        return localGroupsStart;
    }

    /** The offset of the first instruction, after the locals. */
    public int codeStart() {
        return codeStart;
    }

    /** The number of parameters and locals of this function: the first local index that is not its own. */
    public long locals() {
        return locals;
    }

    /** Instructions read so far, in all functions, by how control continues after them. */
    @SuppressWarnings("EnumOrdinal")
    public // see above
    Map<Opcode.Flow, Long> instructionsByFlow() {
        Map<Opcode.Flow, Long> counts = new EnumMap<>(Opcode.Flow.class);
        for (Opcode.Flow flow : Opcode.Flow.values()) {
            counts.put(flow, byFlow[flow.ordinal()]);
        }
        return counts;
    }

    /** Labels, catch clauses and types that those instructions list. */
    public long listedOperands() {
        return listedOperands;
    }

    /**
     * Steps of the engine's parser for those labels: through the blocks that a branch leaves, and, at the end of a
     * loop, through those that precede it in the same block.
     */
    public long labelSteps() {
        return labelSteps;
    }

    /** The most operands that this function had at a time so far. */
    public long mostOperands() {
        return operands.most();
    }

    /** The deepest nesting of this function's blocks so far. */
    public int deepestBlocks() {
        return operands.deepest();
    }

    /** The {@code try_table}s of this function so far. */
    public FunctionSize.Handlers handlers() {
        return handlers;
    }

    /** The instruction just read. */
    public Opcode opcode() {
        return opcode;
    }

    /** The offset of the instruction just read, or of the first one if none was read yet. */
    public int start() {
        return start;
    }

    /** The offset of the first byte after the instruction just read, or after the locals if none was read yet. */
    public int end() {
        return in.position();
    }

    /**
     * After an {@code end}: whether control can reach it other than from the instruction before it, or returns there.
     */
    public boolean isJoined() {
        return joined;
    }

    /** Whether the instruction just read has a label that is the start of a loop. */
    public boolean goesBack() {
        return back;
    }

    /** Whether the instruction just read has a label to which a branch carries operands. */
    public boolean carriesOperands() {
        return valued;
    }

    /** The instruction's index, its alignment, or the byte of its heap type: the first immediate after the opcode. */
    long index() {
        return index;
    }

    /** The instruction's second index. */
    long secondIndex() {
        return secondIndex;
    }

    /** The block type, as a signed number. */
    public long blockType() {
        return blockType;
    }

    /** Whether the block type is that of a block without parameters and results. */
    boolean isEmptyBlock() {
        return blockType == EMPTY_BLOCK;
    }

    /** The offset of the first byte after the block type of the instruction just read. */
    public int blockTypeEnd() {
        return blockTypeEnd;
    }

    /** The value types that a {@code select} names. */
    byte[] types() {
        return types;
    }

    /** The kind of a catch clause of the instruction just read: 0 to 3, in the order of the specification. */
    int catchKind(int clause) {
        return catchKinds[clause];
    }

    /** The tag that a catch clause names. */
    long catchTag(int clause) {
        return catchTags[clause];
    }

    /** The number of labels of the instruction just read. */
    public int labels() {
        return labelCount;
    }

    /** A label of the instruction just read: the number of blocks out. */
    public int label(int number) {
        return labels[number];
    }

    /** Operands before the instruction just read. */
    public long heightBefore() {
        return heightBefore;
    }

    /**
     * The number of operands below the block that is that many blocks out, without its parameters; asked for after a
     * branch.
     */
    public long base(int label) {
        return operands.base(label);
    }

    /** The first label of the instruction just read, which has one: the number of blocks out. */
    public int label() {
        return labels[0];
    }

    /** After an {@code end}: whether a branch goes to the label of the block, or of the function, that it closes. */
    public boolean isTargeted() {
        return targeted;
    }

    /** After an {@code end}: whether it closes an {@code if} that has no second arm. */
    public boolean closesFirstArm() {
        return firstArm;
    }

    /** Whether the instruction just read closes the function. */
    public boolean endsFunction() {
        return blocks.depth() == 0;
    }
}
