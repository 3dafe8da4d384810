/** What the documentation says is what happens. */
@org.jspecify.annotations.NullMarked
package dev.airlock.cli.documentation;
