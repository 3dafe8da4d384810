package dev.airlock.upstreams.script;

import java.time.Duration;
import java.util.OptionalInt;

/**
 * One rule of a script: the requests that it answers, its answer, and the number of times.
 *
 * @param number its place in the script, from 1
 * @param line the line at which it starts in the file
 * @param match the requests it answers
 * @param answer its answer
 * @param times the most times that it answers; empty for no limit
 * @param delay the wait before the first byte
 */
public record ScriptedExchange(
        int number, int line, RequestMatch match, RuleAnswer answer, OptionalInt times, Duration delay) {
    /** Returns the rule in one line, for a person who looks for it in the file. */
    public String describe() {
        return "rule " + number + " (line " + line + "): " + match.describe() + " -> " + answer.describe();
    }
}
