package dev.airlock.runtime.install.oci;

import com.fasterxml.jackson.databind.JsonNode;
import dev.airlock.failures.json.MalformedJsonException;
import dev.airlock.failures.json.StrictJson;
import dev.airlock.runtime.install.SourceException;
import dev.airlock.runtime.install.WrongBytesException;
import dev.airlock.runtime.install.net.Downloads;
import dev.airlock.runtime.install.net.Status;
import dev.airlock.runtime.install.net.Wanted;
import dev.airlock.sandbox.host.net.HttpResult;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * One repository of a registry, to read from (OCI distribution specification 1.1, "Pull"). What a registry gives is held against the
 * digest that it was asked for, or that it names itself. A token is asked for once, for this repository and for pulling, and goes to
 * the registry and nowhere else.
 */
final class Registry {
    private static final int LARGEST_TOKEN = 64 << 10;
    private static final String DIGEST_HEADER = "Docker-Content-Digest";

    private final Downloads downloads;
    private final OciReference place;
    private final String url;
    private final Supplier<RegistryLogins.Login> asksForLogin;
    private RegistryLogins.Login login = RegistryLogins.Login.none();
    private Optional<String> authorization = Optional.empty();

    /** @param login is asked for once the registry wants to know who asks, and not before */
    Registry(Downloads downloads, OciReference place, String url, Supplier<RegistryLogins.Login> login) {
        this.downloads = downloads;
        this.place = place;
        this.url = url;
        this.asksForLogin = login;
    }

    /** The layer that the manifest says is the archive. Its bytes are those of the digest if it was asked for by one. */
    OciManifest.Layer archive() throws SourceException {
        HttpResult.Response answer = get("/manifests/" + place.tagOrDigest(), OciManifest.ACCEPT, OciManifest.LARGEST);
        String actual = OciDigest.of(answer.body());
        String expected = place.isDigest() ? place.tagOrDigest() : answer.header(DIGEST_HEADER);
        if (!expected.isEmpty() && !expected.equals(actual) && (place.isDigest() || OciDigest.isDigest(expected))) {
            throw new WrongBytesException("The manifest of " + place, expected, actual);
        }
        return OciManifest.archive(answer.body(), answer.header("Content-Type"));
    }

    /** The bytes of a layer, which are those of its digest and size. */
    byte[] blob(OciManifest.Layer layer) throws SourceException {
        // one byte more than it should be shows that it is longer
        HttpResult.Response answer = get("/blobs/" + layer.digest(), "application/octet-stream, */*", layer.size() + 1);
        if (answer.body().length != layer.size()) {
            throw new WrongBytesException(
                    "The layer of " + place, layer.size() + " bytes", answer.body().length + " bytes");
        }
        String actual = OciDigest.of(answer.body());
        if (!actual.equals(layer.digest())) {
            throw new WrongBytesException("The layer of " + place, layer.digest(), actual);
        }
        return answer.body();
    }

    private HttpResult.Response get(String path, String accept, long most) throws SourceException {
        Wanted wanted = wanted(path, accept, most);
        HttpResult.Response answer = downloads.get(wanted);
        if (answer.status() == Status.UNAUTHORIZED && authorization.isEmpty()) {
            login = asksForLogin.get();
            authorization = Optional.of(authorized(answer.header("WWW-Authenticate")));
            wanted = wanted(path, accept, most);
            answer = downloads.get(wanted);
        }
        if (answer.status() == Status.ABSENT) {
            throw new SourceException("The registry has no " + place
                    + ". Look at the tags that it has; some show what they have only to whoever is logged in."
                    + loginProblem());
        }
        if (answer.status() == Status.UNAUTHORIZED || answer.status() == Status.FORBIDDEN) {
            throw notLoggedIn();
        }
        if (answer.status() != Status.OK) {
            throw Downloads.refused(wanted, answer);
        }
        return answer;
    }

    private Wanted wanted(String path, String accept, long most) throws SourceException {
        String full =
                (url.endsWith("/") ? url.substring(0, url.length() - 1) : url) + "/v2/" + place.repository() + path;
        return new Wanted(Wanted.https(full), accept, authorization, most);
    }

    private String authorized(String challenge) throws SourceException {
        Optional<BearerChallenge> bearer = BearerChallenge.parse(challenge);
        if (bearer.isPresent()) {
            return "Bearer " + token(bearer.get());
        }
        return login.authorization().orElseThrow(this::notLoggedIn);
    }

    private SourceException notLoggedIn() {
        if (login.authorization().isPresent()) {
            return new SourceException("The registry gives " + place + " to nobody who is not logged in, or to others"
                    + " than the login that there is for it. Log in again, with docker login or oras login.");
        }
        return new SourceException("The registry gives " + place + " to nobody who is not logged in."
                + (login.why().isEmpty() ? " Log in with docker login or oras login." : loginProblem()));
    }

    private String loginProblem() {
        return login.why().isEmpty() ? "" : " " + login.why();
    }

    /** A token for pulling from this repository, whatever the registry would have asked for. */
    private String token(BearerChallenge challenge) throws SourceException {
        String query = "scope=" + encoded("repository:" + place.repository() + ":pull")
                + (challenge.service().isEmpty() ? "" : "&service=" + encoded(challenge.service()));
        String realm = challenge.realm();
        Wanted wanted = new Wanted(
                Wanted.https(realm + (realm.contains("?") ? "&" : "?") + query),
                "application/json",
                login.authorization(),
                LARGEST_TOKEN);
        HttpResult.Response answer = downloads.get(wanted);
        if (answer.status() == Status.UNAUTHORIZED || answer.status() == Status.FORBIDDEN) {
            throw notLoggedIn();
        }
        if (answer.status() != Status.OK) {
            throw new SourceException("The registry gives no token for " + place + ": "
                    + Downloads.refused(wanted, answer).why());
        }
        return token(answer.body());
    }

    private static String token(byte[] answer) throws SourceException {
        try {
            JsonNode root = StrictJson.read(answer);
            String token = root.path("token").asText(root.path("access_token").asText());
            if (token.matches("[A-Za-z0-9._~+/=-]+")) {
                return token;
            }
        } catch (MalformedJsonException e) {
            throw new SourceException("What the registry gives as a token is not JSON.");
        }
        throw new SourceException("What the registry gives as a token is none.");
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
