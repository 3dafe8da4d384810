/** Tests that the documentation is true. */
@org.jspecify.annotations.NullMarked
package dev.airlock.cli.documentation;
