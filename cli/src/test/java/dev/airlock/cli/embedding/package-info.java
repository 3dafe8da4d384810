/**
 * Airlock in the environments of others: each project in the folder {@code embedding} is built and run as somebody else would. Start with
 * {@code EnvironmentsTest}.
 */
@NullMarked
package dev.airlock.cli.embedding;

import org.jspecify.annotations.NullMarked;
