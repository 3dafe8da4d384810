/**
 * Connector projects made from OpenAPI documents, versions 3.0 and 3.1. Start with {@link dev.airlock.conformance.openapi.ApiProject}. Must
 * not import the command.
 */
@NullMarked
package dev.airlock.conformance.openapi;

import org.jspecify.annotations.NullMarked;
