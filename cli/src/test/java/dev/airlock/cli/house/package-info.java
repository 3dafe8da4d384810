/** The rules of the house about its own code, and one offender for each, so that a rule that cannot fail is found out. */
@NullMarked
package dev.airlock.cli.house;

import org.jspecify.annotations.NullMarked;
