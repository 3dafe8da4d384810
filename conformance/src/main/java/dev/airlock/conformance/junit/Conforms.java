package dev.airlock.conformance.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test that runs once for each check of the list, with its result. The connector is a folder as for {@code airlock conform}: {@code
 * manifest.toml}, {@code connector.wasm} and, if present, {@code upstream.toml}, {@code tests} and {@code conform-known.toml}.
 *
 * <p>The test takes the check and verifies it: {@code void conforms(ConnectorCheck check) { check.verify(); }}.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@TestTemplate
@ExtendWith(ConformanceExtension.class)
public @interface Conforms {
    /** Returns the folder, absolute or relative to the working directory. */
    String value();
}
