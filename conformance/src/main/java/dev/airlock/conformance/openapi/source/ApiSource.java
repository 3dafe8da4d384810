package dev.airlock.conformance.openapi.source;

import dev.airlock.conformance.openapi.model.ApiOperation;
import dev.airlock.conformance.projects.Language;
import dev.airlock.conformance.types.TypeNames;
import java.util.List;
import java.util.Optional;

/**
 * What the source of a connector is made of.
 *
 * @param title the name of the service, for people; on one line, without quotation marks and backslashes
 * @param operations the operations, in the order of the manifest
 * @param credential the kind of credential that requests ask for; empty if none does
 * @param names the names of the generated types
 */
public record ApiSource(String title, List<ApiOperation> operations, Optional<String> credential, TypeNames names) {
    /** Copies the list. */
    public ApiSource {
        operations = List.copyOf(operations);
    }

    /** Returns the text of the source file in a language. */
    public String text(Language language) {
        return switch (language) {
            case GO -> new GoSource(this).text();
            case RUST -> new RustSource(this).text();
            case C -> new CSource(this).text();
            case ASSEMBLYSCRIPT -> new AssemblyScriptSource(this).text();
        };
    }

    /** Returns the credential that an operation's requests ask for. */
    Optional<String> credential(ApiOperation operation) {
        return operation.security().isPresent() ? credential : Optional.empty();
    }
}
