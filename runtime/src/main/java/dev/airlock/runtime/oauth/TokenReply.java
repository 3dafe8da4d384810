package dev.airlock.runtime.oauth;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.text.ForeignText;
import dev.airlock.formats.json.MalformedJsonException;
import dev.airlock.formats.json.StrictJson;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * The answer of a token endpoint (RFC 6749, section 5), as JSON or, from some providers, as a form. Members are read one by one, so that an
 * invalid one does not lose the others. Above all, it must not lose a refresh token, because the provider may have revoked the old one.
 */
final class TokenReply {
    private static final String ACCESS = "access_token";
    private static final String REFRESH = "refresh_token";
    private static final String USER = "authed_user";

    /** Token types that are sent as bearer tokens; Slack uses {@code bot} and {@code user}. */
    private static final Set<String> BEARER = Set.of("bearer", "bot", "user");

    /** The maximum lifetime. A token that claims a longer one is renewed after this time. */
    private static final long MOST_LIFETIME_SECONDS = TimeUnit.DAYS.toSeconds(3650);

    private static final int MOST_SHOWN = 40;

    private final ObjectNode members;

    TokenReply(ObjectNode members) {
        this.members = members;
    }

    /** Reads a body; returns empty if it is neither a JSON object nor a form with a relevant member. */
    static Optional<TokenReply> read(String body) {
        return members(body, ACCESS).map(TokenReply::new);
    }

    /**
     * Returns the members of any answer of a provider; empty if it is neither a JSON object nor a form.
     *
     * @param expected a text counts as a form only if it has this member, or an error
     */
    static Optional<ObjectNode> members(String body, String expected) {
        String plain = (body.startsWith("\uFEFF") ? body.substring(1) : body).strip();
        return json(plain).or(() -> form(plain, expected));
    }

    private static Optional<ObjectNode> json(String text) {
        try {
            return StrictJson.read(text) instanceof ObjectNode object ? Optional.of(object) : Optional.empty();
        } catch (MalformedJsonException e) {
            return Optional.empty();
        }
    }

    private static Optional<ObjectNode> form(String text, String expected) {
        ObjectNode members = JsonNodeFactory.instance.objectNode();
        for (String pair : text.split("&", -1)) {
            int equals = pair.indexOf('=');
            if (equals > 0) {
                decoded(pair.substring(0, equals))
                        .ifPresent(name -> decoded(pair.substring(equals + 1))
                                .filter(value -> !members.has(name))
                                .ifPresent(value -> members.put(name, value)));
            }
        }
        return Optional.of(members).filter(read -> read.has(expected) || read.has("error"));
    }

    private static Optional<String> decoded(String part) {
        try {
            return Optional.of(URLDecoder.decode(part, StandardCharsets.UTF_8));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** Returns the code of the provider's own error; empty if it names none. */
    Optional<String> error() {
        return text(members, "error");
    }

    /** Returns the provider's words about its error, in quotation marks, without a full stop. */
    String description() {
        String code = error().orElse("");
        String described = text(members, "error_description")
                .map(more -> code + ": " + more)
                .orElse(code);
        String sentence = new ForeignText(described).attributedTo("the provider");
        return sentence.substring(0, sentence.length() - (sentence.endsWith(".") ? 1 : 0));
    }

    /** Returns the provider's refusal, by its code or, if that is invalid, by the status. */
    TokenAnswer.Denied denied(int status) {
        String code = error().orElse("");
        return new TokenAnswer.Denied(code.matches("[a-z_]{1,40}") ? code : "status " + status, description());
    }

    /**
     * Returns the tokens.
     *
     * @param asked when they were requested, to turn a lifetime into an end
     */
    TokenAnswer tokens(Instant asked) {
        boolean ofUser = text(members, ACCESS).isEmpty() && members.path(USER).isObject();
        JsonNode holder = ofUser ? members.path(USER) : members;
        Optional<byte[]> refresh =
                text(holder, REFRESH).map(TokenReply::bytes); // first, so that no other problem loses it
        Optional<String> refusal = refusal(holder);
        return refusal.isPresent()
                ? new TokenAnswer.Unusable(refresh, refusal.get())
                : new TokenAnswer.Tokens(
                        bytes(text(holder, ACCESS).orElseThrow()),
                        refresh,
                        end(holder, asked),
                        ofUser ? Optional.of(USER) : Optional.empty());
    }

    /** Returns the member that makes the access token unusable; empty if none does. */
    private static Optional<String> refusal(JsonNode holder) {
        JsonNode type = holder.path("token_type");
        if (text(holder, ACCESS).isEmpty()) {
            return Optional.of("the token endpoint gave no " + ACCESS);
        }
        // a client must not use a token of an unknown type (RFC 6749, section 7.1)
        boolean known = type.isMissingNode()
                || type.isNull()
                || BEARER.contains(type.asText().toLowerCase(Locale.ROOT));
        return known
                ? Optional.empty()
                : Optional.of("the token endpoint gave a token whose token_type is " + '"'
                        + ForeignText.clean(type.asText(), MOST_SHOWN) + "\", and only a bearer token can be sent");
    }

    /** Returns when the access token expires; empty if that is missing or unreadable. */
    private static Optional<Instant> end(JsonNode holder, Instant asked) {
        String said = holder.path("expires_in").asText().strip();
        try {
            double seconds = Double.parseDouble(said);
            return seconds >= 1
                    ? Optional.of(asked.plusSeconds((long) Math.min(seconds, (double) MOST_LIFETIME_SECONDS)))
                    : Optional.empty();
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    static Optional<String> text(JsonNode holder, String member) {
        JsonNode value = holder.path(member);
        return value.isTextual() && !value.textValue().isEmpty() ? Optional.of(value.textValue()) : Optional.empty();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
