/**
 * The source of connectors for OpenAPI documents, in each language of a guest library. Start with {@link
 * dev.airlock.conformance.openapi.source.ApiSource}.
 */
@NullMarked
package dev.airlock.conformance.openapi.source;

import org.jspecify.annotations.NullMarked;
