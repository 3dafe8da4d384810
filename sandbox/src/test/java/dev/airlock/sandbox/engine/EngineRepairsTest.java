package dev.airlock.sandbox.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.dylibso.chicory.runtime.ImportValues;
import com.dylibso.chicory.runtime.Instance;
import dev.airlock.sandbox.budget.LoadBudget;
import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.call.Termination;
import dev.airlock.sandbox.engine.pass.ClassPass;
import dev.airlock.sandbox.metering.FuelMetering;
import dev.airlock.sandbox.metering.MeteredModule;
import dev.airlock.sandbox.time.Clock;
import dev.airlock.sandbox.wasm.ModuleInfo;
import dev.airlock.sandbox.wasm.WasmModuleReader;
import dev.airlock.sandbox.wasm.format.ModuleLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Programs that the engine runs differently from the core specification. Each file of {@code testdata/engine} says how
 * V8 runs them; both tiers do the same for the same fuel.
 */
final class EngineRepairsTest {
    private static final Path FILES = Path.of(System.getProperty("airlock.root"), "testdata", "engine");
    private static final Pattern EXPECTATION = Pattern.compile("(?m)^;; expect: (\\w+)(?:\\((.*?)\\))? =(.*)$");

    /** The expected result of a call. */
    private record Expectation(String export, List<Long> arguments, String result) {}

    /** The result of a call. */
    private record Account(String result, long fuel) {}

    static Stream<Path> programs() throws IOException {
        try (Stream<Path> files = Files.list(FILES)) {
            return files.filter(file -> file.toString().endsWith(".wat")).sorted().toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("programs")
    void doesAsV8DoesOnBothTiers(Path program) throws Exception {
        byte[] bytes = Files.readAllBytes(
                FILES.resolve(program.getFileName().toString().replace(".wat", ".wasm")));
        ModuleInfo info = WasmModuleReader.read(bytes, ModuleLimits.DEFAULT);
        Engine.of(why -> {}).validate(bytes, info, LoadBudget.endless());
        MeteredModule module = FuelMetering.rewrite(bytes, info);
        Program interpreted = Instances.program(module, Tier.INTERPRETED);
        Program compiled = Instances.program(module, Tier.COMPILED);
        Program withoutPass = Instances.program(module, Tier.COMPILED, ClassPass.OFF);

        for (Expectation expected : expectations(program)) {
            Account account = account(interpreted, info, expected);
            assertThat(account.result).as("%s interpreted", expected).isEqualTo(expected.result);
            assertThat(account(compiled, info, expected))
                    .as("%s compiled", expected)
                    .isEqualTo(account);
            assertThat(account(withoutPass, info, expected))
                    .as("%s compiled without the pass", expected)
                    .isEqualTo(account);
        }
    }

    private static List<Expectation> expectations(Path program) throws IOException {
        List<Expectation> found = new ArrayList<>();
        Matcher matcher = EXPECTATION.matcher(Files.readString(program));
        while (matcher.find()) {
            String arguments = matcher.group(2) == null ? "" : matcher.group(2);
            found.add(new Expectation(
                    matcher.group(1),
                    arguments.isEmpty()
                            ? List.of()
                            : Arrays.stream(arguments.split(", *"))
                                    .map(Long::valueOf)
                                    .toList(),
                    matcher.group(3).strip()));
        }
        assertThat(found).isNotEmpty();
        return found;
    }

    private static Account account(Program program, ModuleInfo info, Expectation call) {
        CallScope scope = new CallScope(Clock.SYSTEM, 60_000, 1L << 35, 100_000);
        return new Account(result(program, info, call, scope), scope.fuel().used());
    }

    private static String result(Program program, ModuleInfo info, Expectation call, CallScope scope) {
        try {
            Instance instance = Instances.of(program, scope, ImportValues.empty());
            if (call.export.equals("instance")) {
                return "an instance";
            }
            long[] results = instance.export(call.export)
                    .apply(call.arguments.stream().mapToLong(Long::longValue).toArray());
            return results == null || results.length == 0 ? "" : text(results[0], call, info);
        } catch (RuntimeException e) {
            Termination termination = new ExceptionMapper(new RunLimits(1, 1, 1)).terminationOf(e, List.of());
            return termination instanceof Termination.Trapped trapped
                    ? "trap " + trapped.trap().wireName()
                    : termination.toString();
        }
    }

    private static String text(long result, Expectation call, ModuleInfo info) {
        boolean isI32 = info.export(call.export).orElseThrow().type().endsWith("i32");
        return Long.toString(isI32 ? (int) result : result);
    }
}
