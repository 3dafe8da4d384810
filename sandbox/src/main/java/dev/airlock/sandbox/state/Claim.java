package dev.airlock.sandbox.state;

/**
 * A store's record of something that is to be done once.
 *
 * @param holder the idempotency key of the call that claimed it
 * @param done whether a call with that key has succeeded since
 */
public record Claim(String holder, boolean done) {}
