/**
 * The values that go into the sandbox and come out of it: a {@link dev.airlock.sandbox.api.Call}, its {@link
 * dev.airlock.sandbox.api.Outcome}, how a connector is loaded. Must not know how a call runs.
 */
@NullMarked
package dev.airlock.sandbox.api;

import org.jspecify.annotations.NullMarked;
