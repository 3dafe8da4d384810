/**
 * New connector projects, from templates and the guest libraries of the samples. Start with {@link
 * dev.airlock.conformance.projects.NewProject}. Must not import the command.
 */
@NullMarked
package dev.airlock.conformance.projects;

import org.jspecify.annotations.NullMarked;
