package dev.airlock.sandbox.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.dylibso.chicory.compiler.MachineFactoryCompiler;
import com.dylibso.chicory.runtime.ChicoryInterruptedException;
import com.dylibso.chicory.runtime.ExecutionCompletedException;
import com.dylibso.chicory.runtime.Instance;
import com.dylibso.chicory.runtime.TrapException;
import com.dylibso.chicory.runtime.WasmException;
import com.dylibso.chicory.runtime.WasmRuntimeException;
import com.dylibso.chicory.wasm.ChicoryException;
import com.dylibso.chicory.wasm.InvalidException;
import com.dylibso.chicory.wasm.MalformedException;
import com.dylibso.chicory.wasm.Parser;
import com.dylibso.chicory.wasm.UninstantiableException;
import com.dylibso.chicory.wasm.UnlinkableException;
import dev.airlock.failures.AuditId;
import dev.airlock.failures.Failure;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.sandbox.boundary.BoundaryResult;
import dev.airlock.sandbox.boundary.CallBoundary;
import dev.airlock.sandbox.boundary.CallFacts;
import dev.airlock.sandbox.call.CallEnded;
import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.call.FakeNanoClock;
import dev.airlock.sandbox.call.Termination;
import dev.airlock.sandbox.engine.exceptions.CaughtExceptions;
import dev.airlock.sandbox.evidence.Evidence;
import dev.airlock.sandbox.link.HostImport;
import dev.airlock.sandbox.metering.FuelMetering;
import dev.airlock.sandbox.time.Clock;
import dev.airlock.sandbox.wasi.StandardStreams;
import dev.airlock.sandbox.wasi.Wasi;
import dev.airlock.sandbox.wasm.ModuleInfo;
import dev.airlock.sandbox.wasm.WasmModuleReader;
import dev.airlock.sandbox.wasm.format.ModuleLimits;
import dev.airlock.sandbox.wasm.format.ModuleRefused;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.objectweb.asm.MethodTooLargeException;

/**
 * Everything that the engine or the JVM throws, and every way of WASI out of a guest, with the class, the reason and
 * the details that the agent gets.
 */
final class ExceptionMapperTest {
    /** Details that have tests of their own, or differ each time. */
    private static final Set<String> ELSEWHERE = Set.of("correlation_id", "effect", "request_sent", "wall_time_in");

    private static final long STACK = 1_000;
    private static final long MEMORY = 65_536;
    private static final RunLimits LIMITS = new RunLimits(MEMORY, 10, STACK);
    private static final List<String> FUNCTIONS = List.of("inner", "_start");

    /** What is thrown or run, and the expected result. */
    private record Row(String name, Function<Tier, Ended> ends, Told told) {
        @Override
        public String toString() {
            return name;
        }
    }

    @SuppressWarnings("ArrayRecordComponent") // read once, by the boundary
    private record Ended(Termination termination, byte[] stdout) {}

    /** The class of the failure, or another outcome, with the details. */
    private record Told(String outcome, Map<String, Object> details) {}

    static Stream<Row> rows() {
        return Stream.of(engineRows(), trapWords(), jvmRows(), ownRows(), exits())
                .flatMap(rows -> rows);
    }

    @ParameterizedTest
    @MethodSource("rows")
    void tellsTheAgent(Row row) {
        for (Tier tier : Tier.values()) {
            assertThat(told(row.ends.apply(tier))).as(tier.name()).isEqualTo(row.told);
        }
    }

    /** A new version of the engine with a new kind of exception needs a new row. */
    @Test
    void hasARowForEveryKindOfThrowableThatTheEngineDefines() throws IOException, URISyntaxException {
        Set<String> kinds = new TreeSet<>();
        for (Class<?> ofJar : List.of(Instance.class, Parser.class, MachineFactoryCompiler.class)) {
            kinds.addAll(throwablesBeside(ofJar));
        }

        assertThat(kinds).hasSizeGreaterThan(5);
        assertThat(ENGINES.stream().map(thrown -> thrown.thrown.getClass().getName()))
                .containsAll(kinds);
    }

    private record Thrown(Throwable thrown, Told told) {}

    private static final List<Thrown> ENGINES = List.of(
            new Thrown(new WasmException(null, 0, new long[0]), trap("uncaught_exception")),
            new Thrown(new WasmRuntimeException("out of bounds memory access"), trap("out_of_bounds_memory_access")),
            new Thrown(new WasmRuntimeException("words of a later version"), trap("other")),
            new Thrown(new TrapException("Trapped on unreachable instruction"), trap("unreachable")),
            new Thrown(new TrapException("words of a later version"), trap("other")),
            new Thrown(new ChicoryException("undefined element"), trap("undefined_element")),
            new Thrown(
                    new ChicoryException("call stack exhausted", new StackOverflowError()),
                    limit(LimitName.STACK, STACK)),
            new Thrown(new ChicoryException("a bug of the engine"), hostFault()),
            new Thrown(new ChicoryException((String) null), hostFault()),
            new Thrown(
                    new UninstantiableException("x", new TrapException("integer divide by zero")),
                    trap("integer_divide_by_zero")),
            new Thrown(
                    new UninstantiableException("x", new ChicoryException("x", new StackOverflowError())),
                    limit(LimitName.STACK, STACK)),
            new Thrown(
                    new UninstantiableException("x", new ChicoryInterruptedException("Thread interrupted")),
                    new Told("cancelled", Map.of())),
            new Thrown(new UninstantiableException("out of bounds table access"), trap("out_of_bounds_table_access")),
            new Thrown(new UninstantiableException("words of a later version"), trap("other")),
            new Thrown(new ChicoryInterruptedException("Thread interrupted"), new Told("cancelled", Map.of())),
            new Thrown(new ExecutionCompletedException("x"), hostFault()),
            new Thrown(new MalformedException("x"), hostFault()),
            new Thrown(new InvalidException("unknown function 7"), hostFault()),
            new Thrown(new UnlinkableException("incompatible import type"), hostFault()));

    private static Stream<Row> engineRows() {
        return ENGINES.stream().map(thrown -> row(thrown.thrown, thrown.told));
    }

    private static Stream<Row> trapWords() {
        return Map.ofEntries(
                        Map.entry("Trapped on unreachable instruction", "unreachable"),
                        Map.entry("integer divide by zero", "integer_divide_by_zero"),
                        Map.entry("integer overflow", "integer_overflow"),
                        Map.entry("invalid conversion to integer", "invalid_conversion_to_integer"),
                        Map.entry("out of bounds memory access", "out_of_bounds_memory_access"),
                        Map.entry("out of bounds table access", "out_of_bounds_table_access"),
                        Map.entry("undefined element", "undefined_element"),
                        Map.entry("uninitialized element 5", "uninitialized_element"),
                        Map.entry("indirect call type mismatch", "indirect_call_type_mismatch"),
                        Map.entry("null function reference", "null_reference"),
                        Map.entry("null reference", "null_reference"),
                        Map.entry("Trapped on ref_as_non_null on null reference", "null_reference"),
                        Map.entry("Trapped on call_ref on null function reference", "null_reference"))
                .entrySet()
                .stream()
                .map(words -> row(new WasmRuntimeException(words.getKey()), trap(words.getValue())));
    }

    /** Everything that a guest can make the JVM throw, and what only a bug can. */
    private static Stream<Row> jvmRows() {
        Told stack = limit(LimitName.STACK, STACK);
        Told memory = limit(LimitName.MEMORY, MEMORY);
        return Stream.of(
                row(new StackOverflowError(), stack),
                row(new ExceptionInInitializerError(new StackOverflowError()), stack),
                row(new InvocationTargetException(new RuntimeException(new StackOverflowError())), stack),
                row(new BootstrapMethodError(new StackOverflowError()), stack),
                row(new OutOfMemoryError("Java heap space"), memory),
                row(new OutOfMemoryError("Requested array size exceeds VM limit"), memory),
                row(new OutOfMemoryError("Metaspace"), memory),
                row(new IllegalStateException(new OutOfMemoryError("Java heap space")), memory),
                row(new VerifyError("x"), hostFault()),
                row(new ClassFormatError("x"), hostFault()),
                row(new UnsupportedClassVersionError("x"), hostFault()),
                row(new NoClassDefFoundError("x"), hostFault()),
                row(new LinkageError("x"), hostFault()),
                row(new IncompatibleClassChangeError("x"), hostFault()),
                row(new InternalError("x"), hostFault()),
                row(new AssertionError("x"), hostFault()),
                row(new MethodTooLargeException("C", "func_1", "()V", 70_000), hostFault()),
                row(new ArithmeticException("/ by zero"), hostFault()),
                row(new ArrayIndexOutOfBoundsException(-1), hostFault()),
                row(new NegativeArraySizeException("-1"), hostFault()),
                row(new ClassCastException("x"), hostFault()),
                row(new NullPointerException("x"), hostFault()),
                row(new UncheckedIOException(new IOException("x")), hostFault()),
                row(new InterruptedException("x"), hostFault()));
    }

    /** Everything that Airlock throws through the engine's frames. */
    private static Stream<Row> ownRows() {
        CallScope scope = new CallScope(new FakeNanoClock(0), 30, 1_000);
        return Stream.of(
                row(new CaughtExceptions.Forgotten(), limit(LimitName.MEMORY, MEMORY)),
                row(
                        scope.end(new Termination.LimitReached(LimitName.FUEL, 1_000, 1_001)),
                        new Told(
                                "resource_limit_exceeded",
                                Map.of("limit", "fuel", "configured", 1_000L, "used", 1_001L))),
                row(CallEnded.exit(0), badOutput()),
                row(CallEnded.exit(1), exit(1)),
                row(CallEnded.exit(255), exit(255)),
                row(CallEnded.exit(256), exit(256)),
                row(CallEnded.exit(0xEFFF_FFFFL), exit(0xEFFF_FFFFL)),
                row(CallEnded.exit(0xFFFF_FFFFL), exit(0xFFFF_FFFFL)));
    }

    /** Guests of {@code testdata/hostile}, each on both tiers with nothing but WASI. */
    private static Stream<Row> exits() {
        Told success = new Told("succeeded", Map.of());
        return Stream.of(
                guest("output-none", badOutput()),
                guest("exit-0-without-output", badOutput()),
                guest("exit-0-with-output", success),
                guest("exit-0-in-start-section", success),
                guest("exit-9-in-start-section", exit(9)),
                guest("exit-1-with-output", exit(1)),
                guest("exit-3", exit(3)),
                guest("exit-255", exit(255)),
                guest("exit-256", exit(256)),
                guest("exit-0xefffffff", exit(0xEFFF_FFFFL)),
                guest("exit-minus-one", exit(0xFFFF_FFFFL)),
                guest("exit-from-deep-inside", exit(4)),
                guest("exit-in-a-try-block", exit(5)),
                guest("exit-through-a-table", exit(6)),
                guest("raise-then-output", success),
                guest(
                        "poll-forever",
                        new Told(
                                "resource_limit_exceeded",
                                Map.of("limit", "wall_time", "configured", 30L, "used", 30L))),
                guest(
                        "write-buffer-wraps",
                        new Told(
                                "connector_runtime_error",
                                Map.of("reason", "bad_pointer", "function", "wasi_snapshot_preview1.fd_write"))));
    }

    private static Row row(Throwable thrown, Told told) {
        Ended ended = new Ended(new ExceptionMapper(LIMITS).terminationOf(thrown, FUNCTIONS), new byte[0]);
        return new Row(thrown.toString(), tier -> ended, told);
    }

    private static Row guest(String name, Told told) {
        return new Row(name, tier -> run(name, tier), told);
    }

    private static Ended run(String name, Tier tier) {
        Path file = Path.of(System.getProperty("airlock.root"), "testdata", "hostile", name + ".wasm");
        CallScope scope = new CallScope(new FakeNanoClock(0), 30, 1_000_000);
        StandardStreams streams = new StandardStreams(scope, new byte[0], 1_000, 1_000);
        Wasi wasi = new Wasi(scope, streams, Clock.SYSTEM, bytes -> {});
        try {
            byte[] module = Files.readAllBytes(file);
            ModuleInfo info = WasmModuleReader.read(module, ModuleLimits.DEFAULT);
            Program program = Instances.program(FuelMetering.rewrite(module, info), tier);
            List<HostImport> imports = info.imports().stream()
                    .map(wanted -> wasi.function(wanted.name()))
                    .toList();
            return new Ended(
                    program.run(scope, imports, LIMITS, guest -> guest.call("_start"))
                            .termination(),
                    streams.stdout());
        } catch (IOException | ModuleRefused e) {
            throw new AssertionError(name, e);
        }
    }

    private static Told told(Ended ended) {
        BoundaryResult result = new CallBoundary((id, fault) -> {})
                .decide(new CallFacts(
                        "local://tests/guest",
                        AuditId.random(),
                        ended.termination,
                        Optional.empty(),
                        "standard output",
                        ended.stdout,
                        false,
                        "",
                        new Evidence(),
                        UnaryOperator.identity(),
                        () -> {}));
        if (result instanceof BoundaryResult.Failed failed) {
            Failure failure = failed.failure();
            Map<String, Object> details = failure.details().entrySet().stream()
                    .filter(detail -> !ELSEWHERE.contains(detail.getKey()))
                    .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
            return new Told(failure.failureClass().wireName(), details);
        }
        return new Told(result instanceof BoundaryResult.Success ? "succeeded" : "cancelled", Map.of());
    }

    private static Told trap(String name) {
        return new Told(
                "connector_runtime_error",
                Map.of("reason", "trap", "trap", name, "function", "inner", "stack", FUNCTIONS));
    }

    private static Told limit(LimitName limit, long configured) {
        return new Told(
                "resource_limit_exceeded",
                Map.of("limit", limit.wireName(), "configured", configured, "used", configured));
    }

    private static Told exit(long code) {
        return new Told("connector_runtime_error", Map.of("reason", "exit", "exit_code", code));
    }

    private static Told badOutput() {
        return new Told("connector_runtime_error", Map.of("reason", "bad_output"));
    }

    private static Told hostFault() {
        return new Told("connector_runtime_error", Map.of("reason", "host_fault"));
    }

    /** Returns the throwables in the jar or folder that contains a class. */
    private static Set<String> throwablesBeside(Class<?> type) throws IOException, URISyntaxException {
        Path jar =
                Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
        try (JarFile file = new JarFile(jar.toFile())) {
            return Collections.list(file.entries()).stream()
                    .map(JarEntry::getName)
                    .filter(name -> name.endsWith(".class") && !name.contains("META-INF"))
                    .map(name ->
                            name.substring(0, name.length() - ".class".length()).replace('/', '.'))
                    .filter(ExceptionMapperTest::isThrowable)
                    .collect(Collectors.toSet());
        }
    }

    private static boolean isThrowable(String className) {
        try {
            return Throwable.class.isAssignableFrom(
                    Class.forName(className, false, ExceptionMapperTest.class.getClassLoader()));
        } catch (ClassNotFoundException | LinkageError e) {
            return false; // needs a library that is not here, so nothing of it can be thrown
        }
    }
}
