/**
 * The report of a run: tables, JSON, a picture, the targets. Start at {@code MarkdownReport}.
 */
@NullMarked
package dev.airlock.benchmarks.peers.report;

import org.jspecify.annotations.NullMarked;
