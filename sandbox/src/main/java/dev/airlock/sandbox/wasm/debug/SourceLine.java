package dev.airlock.sandbox.wasm.debug;

/**
 * A line of a source file by a module's debug information; the guest's words.
 *
 * @param file the file's name, without its folders
 * @param line the line, from 1
 */
public record SourceLine(String file, long line) {}
