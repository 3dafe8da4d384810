/** The house rules for Airlock's own code, and an offender for each, so that a rule that cannot fail is found. */
@NullMarked
package dev.airlock.cli.house;

import org.jspecify.annotations.NullMarked;
