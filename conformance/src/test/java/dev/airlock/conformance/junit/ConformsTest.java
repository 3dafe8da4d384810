package dev.airlock.conformance.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.airlock.conformance.Check;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs the extension as a Java project does, with JUnit's own launcher. */
@Execution(ExecutionMode.CONCURRENT)
class ConformsTest {
    /** A test class of a project that builds a connector. */
    static class SampleConnector {
        @Conforms("../sample-connectors/lookup-assemblyscript")
        void conforms(ConnectorCheck check) {
            check.verify();
        }
    }

    static class BadConnector {
        @Conforms("../testdata/connectors/answers-everything")
        void conforms(ConnectorCheck check) {
            check.verify();
        }
    }

    static class NoConnector {
        @Conforms("../testdata")
        void conforms(ConnectorCheck check) {
            check.verify();
        }
    }

    /** The result of each test, by its name. */
    private static final class Results implements TestExecutionListener {
        private final Map<String, TestExecutionResult> byName = new ConcurrentHashMap<>();

        @Override
        public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            if (test.isTest() || result.getStatus() == TestExecutionResult.Status.FAILED) {
                byName.put(test.getDisplayName(), result);
            }
        }

        List<String> named(TestExecutionResult.Status status) {
            List<String> names = new ArrayList<>();
            byName.forEach((name, result) -> {
                if (result.getStatus() == status) {
                    names.add(name);
                }
            });
            return names;
        }
    }

    @Test
    void makesATestOfEachCheckOfASampleAndPassesIt() {
        Results results = run(SampleConnector.class);

        assertThat(results.named(TestExecutionResult.Status.FAILED)).isEmpty();
        assertThat(results.named(TestExecutionResult.Status.ABORTED))
                .containsExactlyInAnyOrder("secrets.stay-in-their-slot", "reactor.frozen-seed");
        assertThat(results.byName).hasSize(Check.values().length);
    }

    @Test
    void failsTheTestOfTheCheckThatFoundSomething() {
        Results results = run(BadConnector.class);

        assertThat(results.named(TestExecutionResult.Status.FAILED)).containsExactly("contract.unknown-operation");
        assertThat(results.byName)
                .hasEntrySatisfying(
                        "contract.unknown-operation",
                        result -> assertThat(result.getThrowable().orElseThrow())
                                .isInstanceOf(AssertionError.class)
                                .hasMessageContainingAll("does not exist ended with a success", "why:", "see:"));
    }

    @Test
    void saysWhatIsMissingInAFolderWithoutAConnector() {
        assertThat(run(NoConnector.class).byName.values())
                .singleElement()
                .satisfies(result ->
                        assertThat(result.getThrowable().orElseThrow()).hasMessageContaining("manifest.toml"));
    }

    private static Results run(Class<?> tests) {
        Results results = new Results();
        LauncherFactory.create()
                .execute(
                        LauncherDiscoveryRequestBuilder.request()
                                .selectors(selectClass(tests))
                                .build(),
                        results);
        return results;
    }
}
