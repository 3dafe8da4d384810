package dev.airlock.cli.run;

import dev.airlock.cli.profile.FlameGraph;
import dev.airlock.failures.text.ForeignText;
import dev.airlock.sandbox.api.Outcome;
import dev.airlock.sandbox.call.FuelProfile;
import dev.airlock.sandbox.metering.TrapSites;
import dev.airlock.sandbox.wasm.WasmModuleReader;
import dev.airlock.sandbox.wasm.format.ModuleLimits;
import dev.airlock.sandbox.wasm.format.ModuleRefused;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The internals of a call, for the connector's author. */
final class RunDiagnosis {
    /** The ceilings for modules, because a module that is read here was already loaded. */
    private static final ModuleLimits LIMITS = new ModuleLimits(128L << 20, 100_000, 100_000, 20_000, 400_000);

    private final byte[] module;

    RunDiagnosis(byte[] module) {
        this.module = module;
    }

    /** Returns the place where a guest trapped, innermost function first; empty if it did not trap. */
    List<String> trap(Outcome outcome) {
        if (outcome.transcript().trapped().isEmpty()) {
            return List.of();
        }
        List<String> lines = new ArrayList<>();
        for (TrapSites.Site site : TrapSites.of(module, outcome.transcript().trapped(), LIMITS)) {
            String place = site.offset().isPresent()
                    ? String.format(Locale.ROOT, " +0x%x", site.offset().getAsInt())
                    : "";
            String line = site.line()
                    .map(source -> " (" + source.file() + ":" + source.line() + ")")
                    .orElse("");
            lines.add("at " + ForeignText.clean(site.name() + place + line));
        }
        if (!lines.isEmpty() && lines.stream().allMatch(line -> line.startsWith("at func["))) {
            lines.add(
                    "hint: the module has no names of functions; build it without stripping them to see which these are.");
        }
        boolean unknown = !lines.isEmpty() && lines.stream().noneMatch(line -> line.contains(" +0x"));
        if (unknown) {
            lines.add(
                    "hint: --engine interpreted shows the instruction, and the line if the module has debug line tables.");
        }
        return lines;
    }

    /** Writes a profile as a page. */
    void write(Path file, String title, Optional<FuelProfile> profile) throws IOException {
        if (profile.isPresent()) {
            try {
                FlameGraph graph = new FlameGraph(WasmModuleReader.read(module, LIMITS));
                Files.write(file, graph.page(title, profile.get()).getBytes(StandardCharsets.UTF_8));
            } catch (ModuleRefused e) {
                throw new IllegalStateException("the module was loaded", e);
            }
        }
    }
}
