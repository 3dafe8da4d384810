package dev.airlock.registry.oci;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.airlock.registry.install.SourceException;
import dev.airlock.registry.packages.PackageArchive;
import dev.airlock.registry.packages.Packages;
import dev.airlock.sandbox.host.net.dial.Dialer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDir;

/** The registry contract on a real registry, which is started here if its program is installed. */
@ExtendWith(DistributionRegistryTest.WhereItIsInstalled.class)
class DistributionRegistryTest extends OciRegistryContract {
    @SuppressWarnings("NullAway.Init")
    private static DistributionRegistry registry;

    private RegistryLogins logins = host -> RegistryLogins.Login.of(registry.login());

    /** Reports a missing registry clearly; a build server installs it. */
    static final class WhereItIsInstalled implements ExecutionCondition {
        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            if (DistributionRegistry.program().isPresent()) {
                return ConditionEvaluationResult.enabled("docker-registry is installed");
            }
            String text = "docker-registry is not installed, so registries were tested on the test's own alone;"
                    + " install it (Debian: docker-registry) or let .ci/run do so.";
            System.err.println(text);
            return ConditionEvaluationResult.disabled(text);
        }
    }

    @BeforeAll
    static void start() {
        registry = DistributionRegistry.start(DistributionRegistry.program().orElseThrow());
    }

    @AfterAll
    static void stop() {
        registry.close();
    }

    @Override
    RegistryPush push() {
        return registry.push();
    }

    @Override
    Dialer dialer() {
        return registry.dialer();
    }

    @Override
    RegistryLogins logins() {
        return logins;
    }

    @Test
    void theDocumentedLinesWithoutAToolPushWhatIsThenInstalled(@TempDir Path folder) throws Exception {
        String page = Files.readString(Path.of(System.getProperty("airlock.root"), "src/site/markdown/publishing.md"));
        String lines = page.replaceFirst("(?s).*```sh registry\n", "").replaceFirst("(?s)\n```.*", "");
        Files.write(folder.resolve("airlock.tar.gz"), PackageArchive.pack(Packages.of(HOST + "/acme/lines", "1.2.0")));
        ProcessBuilder shell = new ProcessBuilder("sh", "-euc", lines)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("said").toFile());
        shell.environment().putAll(registry.environment());
        shell.environment().putAll(Map.of("NAME", "acme/lines", "TAG", "1.2.0"));

        int exit = shell.start().waitFor();

        assertThat(exit).as(Files.readString(folder.resolve("said"))).isZero();
        assertThat(byName(HOST + "/acme/lines@1.2.0")).isEqualTo(HOST + "/acme/lines@1.2.0");
    }

    @Test
    void whoeverIsNotLoggedInOrWronglyPublishesNothing() throws Exception {
        String name = HOST + "/acme/secret";
        byte[] archive = PackageArchive.pack(Packages.of(name, "1.0.0"));
        RegistryLogins right = logins;

        for (RegistryLogins wrong : List.<RegistryLogins>of(
                RegistryLogins.NONE, host -> RegistryLogins.Login.of("Basic bm9ib2R5Om5vdGhpbmc="))) {
            logins = wrong;
            assertThatThrownBy(() -> publish(name + "@1.0.0", archive))
                    .isInstanceOf(SourceException.class)
                    .hasMessageContaining("The registry takes " + name + ":1.0.0 only from users who are logged in")
                    .hasMessageContaining("docker login");
        }
        logins = right;
        assertRefused(name + "@1.0.0", "The registry has no");
    }

    @Test
    void whoeverIsNotLoggedInOrWronglyGetsNothing() {
        pushed("acme/slack", "1.0.0", HOST + "/acme/slack", "1.0.0");

        logins = RegistryLogins.NONE;
        assertRefused(HOST + "/acme/slack@1.0.0", "users who are logged in");
        logins = host -> RegistryLogins.Login.of("Basic bm9ib2R5Om5vdGhpbmc=");
        assertRefused(HOST + "/acme/slack@1.0.0", "users who are logged in");
        logins = host -> RegistryLogins.Login.unusable("The helper is locked. Unlock it.");
        assertRefused(HOST + "/acme/slack@1.0.0", "users who are logged in. The helper is locked. Unlock it.");
    }
}
