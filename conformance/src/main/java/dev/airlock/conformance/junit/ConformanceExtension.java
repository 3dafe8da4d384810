package dev.airlock.conformance.junit;

import dev.airlock.conformance.Check;
import dev.airlock.conformance.Conformance;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;
import org.junit.platform.commons.support.AnnotationSupport;

/** Creates one test for each check. */
final class ConformanceExtension implements TestTemplateInvocationContextProvider {
    @Override
    public boolean supportsTestTemplate(ExtensionContext context) {
        return AnnotationSupport.isAnnotated(context.getRequiredTestMethod(), Conforms.class);
    }

    @Override
    public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(ExtensionContext context) {
        Path folder = AnnotationSupport.findAnnotation(context.getRequiredTestMethod(), Conforms.class)
                .map(conforms -> Path.of(conforms.value()))
                .orElseThrow();
        Conformance conformance = open(folder);
        return Arrays.stream(Check.values()).map(check -> new Invocation(new ConnectorCheck(conformance, check)));
    }

    private static Conformance open(Path folder) {
        try {
            return ProjectFiles.read(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** One test. */
    private record Invocation(ConnectorCheck check) implements TestTemplateInvocationContext {
        @Override
        public String getDisplayName(int number) {
            return check.check().id();
        }

        @Override
        public List<Extension> getAdditionalExtensions() {
            return List.of(new ParameterResolver() {
                @Override
                public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
                    return parameter.getParameter().getType() == ConnectorCheck.class;
                }

                @Override
                public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
                    return check;
                }
            });
        }
    }
}
