package dev.airlock.sandbox.engine.spec;

import com.dylibso.chicory.runtime.HostFunction;
import com.dylibso.chicory.runtime.ImportValues;
import com.dylibso.chicory.wasm.types.FunctionType;
import com.dylibso.chicory.wasm.types.ValType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A call of a program in {@code testdata/metering}. Each {@code .wat} file begins with lines
 * {@code ;; call FUNCTION ARGUMENT -> RESULT}, with {@code fuel UNITS} if the published schedule states it, numbers
 * unsigned; its {@code .wasm} is beside it.
 */
record MeteringFixture(Path wasm, String function, long argument, long result, OptionalLong fuel) {
    private static final Pattern CALL = Pattern.compile(";; call (\\w+) (\\d+) -> (\\d+)(?: fuel (\\d+))?");

    static Stream<MeteringFixture> all() {
        Path folder = Path.of(System.getProperty("airlock.root"), "testdata", "metering");
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> programs = files.filter(file -> file.toString().endsWith(".wat"))
                    .sorted()
                    .toList();
            return programs.stream().flatMap(MeteringFixture::calls);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stream<MeteringFixture> calls(Path wat) {
        Path wasm = Path.of(wat.toString().replaceFirst("wat$", "wasm"));
        return lines(wat).stream().map(CALL::matcher).filter(Matcher::matches).map(call -> of(wasm, call));
    }

    private static MeteringFixture of(Path wasm, Matcher call) {
        return new MeteringFixture(
                wasm,
                call.group(1),
                Long.parseLong(call.group(2)),
                Long.parseLong(call.group(3)),
                call.group(4) == null ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(call.group(4))));
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    byte[] module() {
        try {
            return Files.readAllBytes(wasm);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The imports that the programs may have: {@code host.double}. */
    static ImportValues imports() {
        return ImportValues.builder()
                .addFunction(new HostFunction(
                        "host",
                        "double",
                        FunctionType.of(List.of(ValType.I32), List.of(ValType.I32)),
                        (instance, args) -> new long[] {2 * args[0]}))
                .build();
    }

    @Override
    public String toString() {
        return wasm.getFileName() + " " + function + " " + argument;
    }
}
