/** Reports of the results of checks, for people and for programs. Start at {@link dev.airlock.conformance.report.TextReport}. */
@NullMarked
package dev.airlock.conformance.report;

import org.jspecify.annotations.NullMarked;
