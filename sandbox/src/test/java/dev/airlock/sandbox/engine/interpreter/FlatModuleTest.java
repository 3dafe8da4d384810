package dev.airlock.sandbox.engine.interpreter;

import static dev.airlock.sandbox.wasm.ModuleBuilder.EMPTY;
import static dev.airlock.sandbox.wasm.ModuleBuilder.I32;
import static org.assertj.core.api.Assertions.assertThat;

import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.wasm.ChicoryException;
import com.dylibso.chicory.wasm.WasmModule;
import com.dylibso.chicory.wasm.types.AnnotatedInstruction;
import com.dylibso.chicory.wasm.types.OpCode;
import dev.airlock.sandbox.budget.LoadBudget;
import dev.airlock.sandbox.engine.parse.InvalidModuleException;
import dev.airlock.sandbox.engine.parse.ModuleParser;
import dev.airlock.sandbox.wasm.ModuleBuilder;
import dev.airlock.sandbox.wasm.format.ByteWriter;
import dev.airlock.sandbox.wasm.format.Opcode;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Functions without blocks: their cost, and the operands that they leave on the stack. */
final class FlatModuleTest {
    private static final int TIMES = 10_000;

    /** An interpreter that shows how large its stack became. */
    private static final class Probe extends GuestInterpreter {
        Probe(Instance instance) {
            super(instance);
        }

        int slots() {
            return stack().array().length;
        }

        int left() {
            return stack().size();
        }

        @Override
        protected void enter(int callee) {}

        @Override
        protected void leave(int callee) {}

        @Override
        protected void note(int callee, ChicoryException trap) {}

        @Override
        protected boolean runsElsewhere(Instance instance, int callee) {
            return false;
        }
    }

    @Test
    void aBlockCostsNoInstruction() throws InvalidModuleException {
        assertThat(code(switchOutOf(4_000))).hasSameSizeAs(code(switchOutOf(2)));
        assertThat(code(switchOutOf(4_000)))
                .extracting(AnnotatedInstruction::opcode)
                .doesNotContain(OpCode.BLOCK, OpCode.LOOP)
                .containsOnlyOnce(OpCode.END);
    }

    @Test
    void noOperandStaysBehindWhereABranchDropsOne() throws InvalidModuleException {
        Probe[] probe = new Probe[1];
        Instance instance = Instance.builder(FlatModule.of(parsed(leaving())))
                .withMachineFactory(made -> probe[0] = new Probe(made))
                .build();

        assertThat(instance.export("run").apply()).containsExactly(0);
        assertThat(probe[0].left()).isZero();
        assertThat(probe[0].slots()).isLessThan(32);
    }

    private static List<AnnotatedInstruction> code(byte[] module) throws InvalidModuleException {
        return FlatModule.of(parsed(module)).codeSection().getFunctionBody(0).instructions();
    }

    private static WasmModule parsed(byte[] module) throws InvalidModuleException {
        return ModuleParser.parse(module, LoadBudget.endless());
    }

    /** A jump by table out of that many blocks. */
    private static byte[] switchOutOf(int blocks) {
        ModuleBuilder module = new ModuleBuilder();
        module.function(module.type(new int[] {}), w -> {
            for (int i = 0; i < blocks; i++) {
                w.opcode(Opcode.BLOCK).u8(EMPTY);
            }
            w.opcode(Opcode.I32_CONST)
                    .s64(0)
                    .opcode(Opcode.BR_TABLE)
                    .u32(1)
                    .u32(0)
                    .u32(1);
            for (int i = 0; i <= blocks; i++) {
                w.opcode(Opcode.END);
            }
        });
        return module.build();
    }

    /** A loop in which a branch leaves a block with a parameter, each time with one operand too many. */
    private static byte[] leaving() {
        ModuleBuilder module = new ModuleBuilder();
        int run = module.type(new int[] {}, I32);
        int block = module.type(new int[] {I32}, I32);
        module.function(run, FlatModuleTest::counter, w -> {
            w.opcode(Opcode.I32_CONST).s64(TIMES).opcode(Opcode.LOCAL_SET).u32(0);
            w.opcode(Opcode.LOOP).u8(EMPTY);
            w.opcode(Opcode.I32_CONST).s64(1).opcode(Opcode.BLOCK).u32(block);
            w.opcode(Opcode.I32_CONST)
                    .s64(2)
                    .opcode(Opcode.BR)
                    .u32(0)
                    .opcode(Opcode.END)
                    .opcode(Opcode.DROP);
            w.opcode(Opcode.LOCAL_GET).u32(0).opcode(Opcode.I32_CONST).s64(1).opcode(Opcode.I32_SUB);
            w.opcode(Opcode.LOCAL_TEE).u32(0).opcode(Opcode.BR_IF).u32(0).opcode(Opcode.END);
            w.opcode(Opcode.LOCAL_GET).u32(0).opcode(Opcode.END);
        });
        return module.exporting("run", 0, 0).build();
    }

    private static void counter(ByteWriter w) {
        w.u32(1).u32(1).u8(I32);
    }
}
