package dev.airlock.cli.install;

/**
 * Something that a connector may do more or less of.
 *
 * @param grade how much: the higher, the more it may do
 * @param isUnusual whether it is worth a line though nothing about it is new
 * @param follows whether it is what it is because of something else that has words
 * @param words what it may do, after "it may"
 */
record Graded(long grade, boolean isUnusual, boolean follows, String words) {}
