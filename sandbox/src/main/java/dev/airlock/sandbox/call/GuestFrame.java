package dev.airlock.sandbox.call;

import java.util.OptionalInt;

/**
 * A function that was running when a guest trapped.
 *
 * @param function its index, imports first
 * @param name its name in the module, in the guest's words
 * @param meteredOffset the offset of its current instruction in its metered code, in bytes; known only if it was
 *     interpreted
 */
public record GuestFrame(int function, String name, OptionalInt meteredOffset) {}
