/**
 * The threads that calls run on, with their known stack size, and the deadlines that end calls. Start at {@code CallThreads}. Must not
 * know connectors or the engine.
 */
@NullMarked
package dev.airlock.sandbox.thread;

import org.jspecify.annotations.NullMarked;
