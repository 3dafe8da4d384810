package dev.airlock.conformance.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test that is run once for each check of the list, with what came of it. The connector is a folder as {@code airlock conform} takes
 * it: {@code manifest.toml}, {@code connector.wasm} and, where they are, {@code upstream.toml}, {@code tests} and {@code
 * conform-known.toml}.
 *
 * <p>The test takes the check and holds it: {@code void conforms(ConnectorCheck check) { check.verify(); }}.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@TestTemplate
@ExtendWith(ConformanceExtension.class)
public @interface Conforms {
    /** The folder, absolute or from the working directory. */
    String value();
}
