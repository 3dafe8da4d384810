package dev.airlock.sandbox.call;

import java.util.OptionalInt;

/**
 * A function that was running when a guest trapped.
 *
 * @param function its index, imports first
 * @param name what the module calls it; the guest's words
 * @param meteredOffset how far into its metered code the instruction stands that it had come to, in bytes; known only where it was
 *     interpreted
 */
public record GuestFrame(int function, String name, OptionalInt meteredOffset) {}
