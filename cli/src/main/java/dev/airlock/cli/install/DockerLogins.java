package dev.airlock.cli.install;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.airlock.cli.environment.UserFolders;
import dev.airlock.formats.json.MalformedJsonException;
import dev.airlock.formats.json.StrictJson;
import dev.airlock.registry.oci.RegistryLogins;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * The logins to registries from container tools, in {@code config.json} in {@code $DOCKER_CONFIG}, else in {@code ~/.docker}. A login comes
 * from the helper that {@code credHelpers} names for the registry, else from the helper of {@code credsStore}, else from {@code auths}. The
 * file is read only when a registry asks for a login; without the file there are no logins.
 */
public final class DockerLogins implements RegistryLogins {
    private static final int LARGEST = 1 << 20;
    private static final String DOCKER_HUB = "docker.io";
    private static final String DOCKER_HUB_KEY = "https://index.docker.io/v1/";

    private final Path file;
    private final Map<String, String> environment;
    private final Duration patience;

    /** The logins of that environment. */
    public DockerLogins(Map<String, String> environment) {
        this(environment, Duration.ofSeconds(60));
    }

    /** @param patience the time that a helper may take */
    DockerLogins(Map<String, String> environment, Duration patience) {
        String folder = environment.getOrDefault("DOCKER_CONFIG", "");
        this.file = (folder.isEmpty() ? UserFolders.userHome(environment).resolve(".docker") : Path.of(folder))
                .resolve("config.json");
        this.environment = environment;
        this.patience = patience;
    }

    @Override
    public Login of(String registry) {
        String server = registry.equals(DOCKER_HUB) ? DOCKER_HUB_KEY : registry;
        try (InputStream in = Files.newInputStream(file)) {
            JsonNode config = StrictJson.read(in.readNBytes(LARGEST));
            String helper = config.path("credHelpers")
                    .path(server)
                    .asText(config.path("credsStore").asText());
            Login kept =
                    helper.isEmpty() ? Login.none() : new CredentialHelper(helper, environment, patience).login(server);
            return kept.equals(Login.none()) ? written(entry(config.path("auths"), server)) : kept;
        } catch (NoSuchFileException e) {
            return Login.none();
        } catch (IOException e) {
            return Login.unusable("The logins in docker's config.json cannot be read. Look at its permissions.");
        } catch (MalformedJsonException e) {
            return Login.unusable("The logins in docker's config.json cannot be read: it is not JSON. Log in again.");
        }
    }

    /** Returns the entry of a server. Older tools used a URL as its key. */
    private static JsonNode entry(JsonNode auths, String server) {
        if (auths.has(server)) {
            return auths.path(server);
        }
        return auths.properties().stream()
                .filter(entry -> entry.getKey()
                        .replaceFirst("^(?i:https?)://", "")
                        .replaceFirst("/.*$", "")
                        .equalsIgnoreCase(server))
                .findFirst()
                .map(Map.Entry::getValue)
                .orElse(MissingNode.getInstance());
    }

    private static Login written(JsonNode entry) {
        if (!entry.path("identitytoken").asText().isEmpty()) {
            return Login.unusable(
                    "The login in docker's config.json is an identity token, which Airlock cannot use. Log in"
                            + " with a user name and an access token, as in docker login -u NAME.");
        }
        String auth = entry.path("auth").asText();
        return auth.matches("[A-Za-z0-9+/=]+") ? Login.of("Basic " + auth) : Login.none();
    }
}
