package dev.airlock.registry.oci;

import com.fasterxml.jackson.databind.JsonNode;
import dev.airlock.failures.text.ForeignText;
import dev.airlock.formats.json.MalformedJsonException;
import dev.airlock.formats.json.StrictJson;
import dev.airlock.registry.install.SourceException;
import dev.airlock.registry.net.DownloadRequest;
import dev.airlock.registry.net.Downloads;
import dev.airlock.registry.net.Sent;
import dev.airlock.registry.net.Status;
import dev.airlock.sandbox.host.net.message.HttpHeader;
import dev.airlock.sandbox.host.net.message.HttpResult;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The authentication at a registry: none until the registry asks. Then a token for this repository and one purpose if it issues tokens, or
 * else the login itself. Renewed if the registry rejects an accepted one.
 */
final class RegistryAccess {
    private static final int LARGEST_TOKEN = 64 << 10;

    /** The purposes of access. */
    enum Purpose {
        /** To read. */
        PULL("pull", "gives", "to"),
        /** To read and write. */
        PUSH("pull,push", "takes", "from");

        private final String actions;
        private final String verb;
        private final String preposition;

        Purpose(String actions, String verb, String preposition) {
            this.actions = actions;
            this.verb = verb;
            this.preposition = preposition;
        }
    }

    /** One request to the registry. */
    @FunctionalInterface
    interface Request<T> {
        /**
         * Makes the request.
         *
         * @param authorization the value of the Authorization header
         */
        T by(Optional<String> authorization) throws SourceException;
    }

    private final Downloads downloads;
    private final OciReference place;
    private final Purpose purpose;
    private final Supplier<RegistryLogins.Login> asksForLogin;
    private RegistryLogins.Login login = RegistryLogins.Login.none();
    private Optional<String> authorization = Optional.empty();

    /** @param login asked only once the registry requires authentication */
    RegistryAccess(Downloads downloads, OciReference place, Purpose purpose, Supplier<RegistryLogins.Login> login) {
        this.downloads = downloads;
        this.place = place;
        this.purpose = purpose;
        this.asksForLogin = login;
    }

    /**
     * Makes a request that only reads, and authenticates if the registry asks.
     *
     * @throws SourceException if the registry denies access, or rejects this login
     */
    HttpResult.Response read(Request<HttpResult.Response> request) throws SourceException {
        return asked(request, Optional::of);
    }

    /** Makes a request that may change something, and authenticates if the registry asks. */
    Sent write(Request<Sent> request) throws SourceException {
        return asked(
                request,
                sent -> sent instanceof Sent.Answered answered ? Optional.of(answered.answer()) : Optional.empty());
    }

    private <T> T asked(Request<T> request, Function<T, Optional<HttpResult.Response>> answerIn)
            throws SourceException {
        T result = request.by(authorization);
        Optional<HttpResult.Response> first = answerIn.apply(result);
        if (first.isPresent() && first.get().status() == Status.UNAUTHORIZED) {
            renew(first.get());
            result = request.by(authorization);
        }
        Optional<HttpResult.Response> answer = answerIn.apply(result)
                .filter(said -> said.status() == Status.UNAUTHORIZED || said.status() == Status.FORBIDDEN);
        if (answer.isPresent()) {
            throw notLoggedIn(answer.get());
        }
        return result;
    }

    /**
     * Returns the problem of the login, after a sentence that the registry has nothing there: some registries say so to clients without a
     * login.
     */
    String loginProblem() {
        return login.why().isEmpty() ? "" : " " + login.why();
    }

    private void renew(HttpResult.Response refused) throws SourceException {
        if (authorization.isEmpty()) {
            login = asksForLogin.get();
        }
        List<Challenge> challenges = Challenge.of(refused.headers().stream()
                .filter(header -> header.name().equalsIgnoreCase("WWW-Authenticate"))
                .map(HttpHeader::value)
                .toList());
        Optional<String> next = Optional.of(authorized(challenges, refused));
        if (next.equals(authorization)) {
            throw notLoggedIn(refused);
        }
        authorization = next;
    }

    private String authorized(List<Challenge> challenges, HttpResult.Response refused) throws SourceException {
        Optional<BearerChallenge> bearer = BearerChallenge.in(challenges);
        if (bearer.isPresent()) {
            return "Bearer " + token(bearer.get());
        }
        boolean takesLogins =
                challenges.stream().anyMatch(challenge -> challenge.scheme().equals("basic"));
        if (!takesLogins && !challenges.isEmpty()) {
            throw new SourceException("The registry wants a login for " + place
                    + " of a kind that Airlock does not support ("
                    + ForeignText.clean(challenges.stream()
                            .map(Challenge::scheme)
                            .distinct()
                            .reduce((one, other) -> one + ", " + other)
                            .orElse(""))
                    + "). Ask its operator for one with tokens or passwords.");
        }
        return login.authorization().filter(who -> takesLogins).orElseThrow(() -> notLoggedIn(refused));
    }

    /**
     * Returns the exception for missing access. Includes the registry's own words only if it knows the client; otherwise they add nothing
     * to the status.
     */
    private SourceException notLoggedIn(HttpResult.Response answer) {
        String said = answer.status() == Status.FORBIDDEN ? RegistryError.describe(answer) : "";
        String refusal = "The registry " + purpose.verb + " " + place + " only " + purpose.preposition;
        if (login.authorization().isPresent()) {
            return new SourceException(
                    refusal + " users who are logged in and permitted, and does not accept the stored login." + said
                            + " Log in again, with docker login or oras login.");
        }
        return new SourceException(refusal + " users who are logged in." + said
                + (login.why().isEmpty() ? " Log in with docker login or oras login." : loginProblem()));
    }

    /** Requests a token for this repository and purpose, whatever the registry's challenge asks for. */
    private String token(BearerChallenge challenge) throws SourceException {
        String query = "scope=" + encoded("repository:" + place.repository() + ":" + purpose.actions)
                + (challenge.service().isEmpty() ? "" : "&service=" + encoded(challenge.service()));
        String realm = challenge.realm();
        DownloadRequest wanted = new DownloadRequest(
                DownloadRequest.https(realm + (realm.contains("?") ? "&" : "?") + query),
                "application/json",
                login.authorization(),
                LARGEST_TOKEN);
        HttpResult.Response answer = downloads.get(wanted);
        if (answer.status() == Status.UNAUTHORIZED || answer.status() == Status.FORBIDDEN) {
            throw notLoggedIn(answer);
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
            throw new SourceException("The registry's answer to a token request is not JSON.");
        }
        throw new SourceException("The registry's answer to a token request has no token.");
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
