/** Operations of a service, as a connector can offer them. Start with {@link dev.airlock.conformance.openapi.model.ApiOperation}. */
@NullMarked
package dev.airlock.conformance.openapi.model;

import org.jspecify.annotations.NullMarked;
