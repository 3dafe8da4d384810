package dev.airlock.sandbox.admission;

import com.sun.management.GarbageCollectorMXBean;
import dev.airlock.sandbox.BigModules;
import dev.airlock.sandbox.budget.LoadBudget;
import dev.airlock.sandbox.engine.Engine;
import dev.airlock.sandbox.engine.PartlyInterpreted;
import dev.airlock.sandbox.engine.PreparedModule;
import dev.airlock.sandbox.engine.Program;
import dev.airlock.sandbox.engine.Tier;
import dev.airlock.sandbox.metering.FuelMetering;
import dev.airlock.sandbox.wasm.ModuleInfo;
import dev.airlock.sandbox.wasm.WasmModuleReader;
import dev.airlock.sandbox.wasm.format.ModuleLimits;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;

/** Runs in its own JVM: prints, for each of the big modules and each tier, how much heap loading it takes. */
final class LoadHeap {
    private static final long MILLIS_BETWEEN_LOOKS = 100;

    /** The name of the serial collector's full collection. */
    private static final String OF_THE_WHOLE_HEAP = "MarkSweepCompact";

    private static final Set<String> HEAP = ManagementFactory.getMemoryPoolMXBeans().stream()
            .filter(pool -> pool.getType() == MemoryType.HEAP)
            .map(MemoryPoolMXBean::getName)
            .collect(Collectors.toUnmodifiableSet());

    private LoadHeap() {}

    /** Argument: a pattern of the names of the modules. */
    public static void main(String[] arguments) throws Exception {
        Map<String, byte[]> modules = BigModules.ofEachKind();
        modules.put(
                "a Go connector",
                Files.readAllBytes(Path.of(
                        System.getProperty("airlock.root"),
                        "sample-connectors",
                        "issue-tracker-go",
                        "connector.wasm")));
        modules.keySet().removeIf(name -> !name.matches(arguments[0]));
        byte[] small = BigModules.arithmetic(10, 10);
        load(
                small,
                WasmModuleReader.read(small, ModuleLimits.DEFAULT),
                Tier.COMPILED); // the engine's own permanent data
        for (Map.Entry<String, byte[]> entry : modules.entrySet()) {
            for (Tier tier : Tier.values()) {
                print(entry.getKey(), entry.getValue(), tier);
            }
        }
    }

    private static void print(String name, byte[] bytes, Tier tier) throws Exception {
        long before = live();
        Peak peak = new Peak();
        Thread sampler = new Thread(peak, "sampler");
        sampler.start();
        ModuleInfo module = WasmModuleReader.read(bytes, ModuleLimits.DEFAULT);
        Program program;
        try {
            program = load(bytes, module, tier);
            peak.look();
        } finally {
            peak.over.set(true);
        }
        sampler.join();
        long demand = LoadDemand.bytes(module, tier == Tier.COMPILED);
        long taken = peak.most - before;
        System.out.println(name + ", " + tier.wireName() + ": " + (taken >> 20) + " MiB of " + (demand >> 20) + " MiB, "
                + (taken <= demand && program.threadStackBytes(1) > 0 ? "within" : "BEYOND"));
    }

    private static Program load(byte[] bytes, ModuleInfo module, Tier tier) throws Exception {
        LoadBudget budget = LoadBudget.endless();
        Engine engine = Engine.of(why -> {
            if (!(why instanceof PartlyInterpreted)) { // one kind is too large for a method of the JVM
                throw new AssertionError("not compiled", why);
            }
        });
        engine.validate(bytes, module, budget);
        PreparedModule prepared = engine.prepare(bytes, "", FuelMetering.rewrite(bytes, module), budget);
        return tier == Tier.COMPILED ? prepared.compiled(budget).orElseThrow() : prepared.interpreted();
    }

    /**
     * Returns what one collection of the whole heap left. The pools' own figures would come from different collections
     * if a small one ran between that one and the reading.
     */
    private static long live() {
        System.gc();
        return ManagementFactory.getPlatformMXBeans(GarbageCollectorMXBean.class).stream()
                .filter(collector -> collector.getName().equals(OF_THE_WHOLE_HEAP))
                .flatMap(collector -> collector.getLastGcInfo().getMemoryUsageAfterGc().entrySet().stream())
                .filter(pool -> HEAP.contains(pool.getKey()))
                .mapToLong(pool -> pool.getValue().getUsed())
                .sum();
    }

    /** The most that was alive at any of many moments. */
    private static final class Peak implements Runnable {
        private final AtomicBoolean over = new AtomicBoolean();
        private long most;

        @Override
        public void run() {
            while (!over.get()) {
                look();
                try {
                    TimeUnit.MILLISECONDS.sleep(MILLIS_BETWEEN_LOOKS);
                } catch (InterruptedException e) {
                    return;
                }
            }
        }

        synchronized void look() {
            most = Math.max(most, live());
        }
    }
}
