/**
 * Tests of Airlock in other environments: each project in the folder {@code embedding} is built and run as by an outside user. Start with
 * {@code EnvironmentsTest}.
 */
@NullMarked
package dev.airlock.cli.embedding;

import org.jspecify.annotations.NullMarked;
