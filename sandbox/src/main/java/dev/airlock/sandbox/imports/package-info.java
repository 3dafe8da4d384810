/**
 * The imports of a module: those that the host offers, those that the manifest grants, and the price of each call. Start at {@link
 * dev.airlock.sandbox.imports.Import}.
 */
@NullMarked
package dev.airlock.sandbox.imports;

import org.jspecify.annotations.NullMarked;
