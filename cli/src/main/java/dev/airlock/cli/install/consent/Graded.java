package dev.airlock.cli.install.consent;

/**
 * A permission with an amount.
 *
 * @param grade the amount; a higher one permits more
 * @param isUnusual whether it gets a line even if it is not new
 * @param follows whether it follows from another permission that has words
 * @param words the permission in words that follow "it may"
 */
record Graded(long grade, boolean isUnusual, boolean follows, String words) {}
