package dev.airlock.sandbox.metering;

import dev.airlock.sandbox.call.GuestFrame;
import dev.airlock.sandbox.wasm.ModuleInfo;
import dev.airlock.sandbox.wasm.WasmModuleReader;
import dev.airlock.sandbox.wasm.debug.SourceLine;
import dev.airlock.sandbox.wasm.debug.SourceLines;
import dev.airlock.sandbox.wasm.format.ModuleLimits;
import dev.airlock.sandbox.wasm.format.ModuleRefused;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Finds the places in a module, as its author built it, where a guest was when it trapped. */
public final class TrapSites {
    private final byte[] bytes;
    private final ModuleInfo info;
    private final SourceLines lines;

    private TrapSites(byte[] bytes, ModuleInfo info) {
        this.bytes = bytes;
        this.info = info;
        this.lines = SourceLines.of(bytes, info);
    }

    /**
     * A place in a module.
     *
     * @param function the function's index, imports first
     * @param name its name in the module, in the guest's words
     * @param offset of the instruction in the module, in bytes; empty if the function was not interpreted
     * @param line the line of the source that it comes from, if the module has a table of lines
     */
    public record Site(int function, String name, OptionalInt offset, Optional<SourceLine> line) {}

    /**
     * Returns the places of frames, innermost first.
     *
     * @param module the connector's WebAssembly, as it was loaded
     */
    public static List<Site> of(byte[] module, List<GuestFrame> frames, ModuleLimits limits) {
        if (frames.isEmpty()) {
            return List.of(); // most calls do not trap, and reading a large module takes as long as a call
        }
        try {
            TrapSites sites = new TrapSites(module, WasmModuleReader.read(module, limits));
            List<Site> found = new ArrayList<>();
            for (GuestFrame frame : frames) {
                found.add(sites.site(frame));
            }
            return found;
        } catch (ModuleRefused e) {
            throw new IllegalArgumentException("this is not the module that was loaded", e);
        }
    }

    private Site site(GuestFrame frame) throws ModuleRefused {
        int defined = frame.function() - info.importedFunctions();
        if (frame.meteredOffset().isEmpty() || defined < 0 || defined >= info.definedFunctions()) {
            return new Site(frame.function(), frame.name(), OptionalInt.empty(), Optional.empty());
        }
        OptionalInt offset = CodeOffsets.of(bytes, info, defined)
                .original(frame.meteredOffset().getAsInt());
        return new Site(
                frame.function(),
                frame.name(),
                offset,
                offset.isPresent() ? lines.at(offset.getAsInt()) : Optional.empty());
    }
}
