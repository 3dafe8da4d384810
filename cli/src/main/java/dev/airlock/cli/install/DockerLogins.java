package dev.airlock.cli.install;

import com.fasterxml.jackson.databind.JsonNode;
import dev.airlock.failures.json.MalformedJsonException;
import dev.airlock.failures.json.StrictJson;
import dev.airlock.runtime.install.oci.RegistryLogins;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Logins to registries as the tools for containers keep them: {@code auths} in {@code config.json} in {@code $DOCKER_CONFIG}, else in
 * {@code ~/.docker}. Read only when a registry asks; a file that is not there or not readable logs nobody in.
 */
public final class DockerLogins implements RegistryLogins {
    private static final int LARGEST = 1 << 20;

    private final Path file;

    /** The file of that environment. */
    public DockerLogins(Map<String, String> environment) {
        String folder = environment.getOrDefault("DOCKER_CONFIG", "");
        this.file = (folder.isEmpty() ? Path.of(System.getProperty("user.home"), ".docker") : Path.of(folder))
                .resolve("config.json");
    }

    @Override
    public Optional<String> of(String registry) {
        try (InputStream in = Files.newInputStream(file)) {
            JsonNode auth = StrictJson.read(in.readNBytes(LARGEST))
                    .path("auths")
                    .path(registry.equals("docker.io") ? "https://index.docker.io/v1/" : registry)
                    .path("auth");
            return Optional.of(auth.asText())
                    .filter(text -> text.matches("[A-Za-z0-9+/=]+"))
                    .map(text -> "Basic " + text);
        } catch (IOException | MalformedJsonException e) {
            return Optional.empty(); // nobody is logged in there
        }
    }
}
