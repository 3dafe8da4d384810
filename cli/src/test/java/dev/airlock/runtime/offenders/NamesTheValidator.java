package dev.airlock.runtime.offenders;

import com.networknt.schema.SchemaRegistryConfig;

/** Breaks a rule of the house on purpose. */
public final class NamesTheValidator {
    private NamesTheValidator() {}

    static Object names() {
        return SchemaRegistryConfig.builder().build();
    }
}
