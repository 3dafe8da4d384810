/**
 * What a module imports: which imports the host offers, whether the manifest grants them, and what each call of one costs. Start at
 * {@link dev.airlock.sandbox.imports.Import}.
 */
@NullMarked
package dev.airlock.sandbox.imports;

import org.jspecify.annotations.NullMarked;
