package dev.airlock.upstreams.script;

import java.time.Duration;
import java.util.OptionalInt;

/**
 * One rule of a script: which requests it answers, how, and how often.
 *
 * @param number its place in the script, from 1
 * @param line where it starts in the file
 * @param match the requests it answers
 * @param answer what they get
 * @param times how often it answers at most; empty is without limit
 * @param delay how long it waits before the first byte
 */
public record ScriptedExchange(
        int number, int line, RequestMatch match, Answer answer, OptionalInt times, Duration delay) {
    /** The rule in one line, for a person who looks for it in the file. */
    public String describe() {
        return "rule " + number + " (line " + line + "): " + match.describe() + " -> " + answer.describe();
    }
}
