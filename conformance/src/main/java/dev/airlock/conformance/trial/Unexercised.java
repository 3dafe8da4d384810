package dev.airlock.conformance.trial;

/**
 * A call that never succeeded, so that no check can judge what it does.
 *
 * @param call the operation, and the scenario that it comes from
 * @param why what happened, as a sentence that is safe to show
 * @param next what its author can write so that it is exercised, as a sentence
 */
public record Unexercised(String call, String why, String next) {}
