/**
 * Catalogues of tools in the dialects of model vendors. Start at {@link dev.airlock.runtime.actions.tools.catalog.ToolCatalog}.
 */
@NullMarked
package dev.airlock.runtime.actions.tools.catalog;

import org.jspecify.annotations.NullMarked;
