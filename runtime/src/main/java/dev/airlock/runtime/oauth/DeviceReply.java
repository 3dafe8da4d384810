package dev.airlock.runtime.oauth;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.text.ForeignText;
import dev.airlock.manifests.hosts.UrlScheme;
import dev.airlock.sandbox.url.ParsedUrl;
import dev.airlock.sandbox.url.TargetUrl;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/** The answer of a provider to the request for a device code (RFC 8628, section 3.2). */
sealed interface DeviceReply {
    /**
     * A code.
     *
     * @param deviceCode the code for polls; a secret
     * @param prompt the texts for the person
     * @param interval the wait between two polls
     */
    record Code(String deviceCode, DeviceAuthorization.Prompt prompt, Duration interval) implements DeviceReply {
        /** Returns a text without the device code. */
        @Override
        public String toString() {
            return "a code for " + prompt;
        }
    }

    /** No code. */
    record None(TokenAnswer why) implements DeviceReply {}

    /** Reads an answer. */
    static DeviceReply read(String body, int status) {
        Optional<ObjectNode> members = TokenReply.members(body, Members.DEVICE_CODE);
        Optional<TokenReply> reply = members.map(TokenReply::new);
        Optional<String> error = reply.flatMap(TokenReply::error);
        if (error.isPresent()) {
            return new None(reply.get().denied(status));
        }
        boolean isSuccess = status / OAuthClient.HUNDRED == 2;
        return isSuccess && members.isPresent()
                ? new Members(members.get()).code()
                : new None(new TokenAnswer.Unreachable(
                        isSuccess
                                ? "the provider's answer is not a device authorization response"
                                : "the provider answered " + status + " to the request for a code"));
    }

    /** The members of an answer. */
    record Members(ObjectNode all) {
        static final String DEVICE_CODE = "device_code";
        private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");
        private static final Duration INTERVAL = Duration.ofSeconds(5);
        private static final Duration LONGEST_INTERVAL = Duration.ofMinutes(5);
        private static final Duration LIFETIME = Duration.ofMinutes(10);
        private static final Duration LONGEST_LIFETIME = Duration.ofHours(1);
        private static final int LONGEST_CODE = 100;
        private static final int LONGEST_URL = 2000;

        DeviceReply code() {
            Optional<String> deviceCode = TokenReply.text(all, DEVICE_CODE);
            Optional<String> userCode = TokenReply.text(all, "user_code")
                    .map(code -> ForeignText.clean(code, LONGEST_CODE).strip())
                    .filter(code -> !code.isEmpty());
            // verification_url is the name in the drafts, which some providers still use
            Optional<String> page = page("verification_uri").or(() -> page("verification_url"));
            if (deviceCode.isEmpty() || userCode.isEmpty()) {
                return none("gave no " + (deviceCode.isEmpty() ? DEVICE_CODE : "user_code"));
            }
            if (page.isEmpty()) {
                return none("gave no verification_uri that is an https URL");
            }
            Optional<String> complete = page("verification_uri_complete").or(() -> page("verification_url_complete"));
            return new Code(
                    deviceCode.get(),
                    new DeviceAuthorization.Prompt(
                            page.get(), userCode.get(), complete, seconds("expires_in", LIFETIME, LONGEST_LIFETIME)),
                    seconds("interval", INTERVAL, LONGEST_INTERVAL));
        }

        private static DeviceReply none(String why) {
            return new None(new TokenAnswer.Unreachable("the provider " + why));
        }

        /** Returns a page to which a person may be sent. As for other OAuth URLs, http is allowed only on this machine. */
        private Optional<String> page(String member) {
            return TokenReply.text(all, member)
                    .filter(url -> url.length() <= LONGEST_URL)
                    .filter(url -> TargetUrl.parse(url) instanceof ParsedUrl.Target target && isAllowed(target.url()))
                    .map(url -> ForeignText.clean(url, LONGEST_URL));
        }

        private static boolean isAllowed(TargetUrl url) {
            return url.scheme() == UrlScheme.HTTPS
                    || LOOPBACK.contains(url.address().host().text());
        }

        private Duration seconds(String member, Duration standard, Duration most) {
            JsonNode value = all.path(member);
            try {
                double seconds = Double.parseDouble(value.asText().strip());
                return seconds >= 1
                        ? Duration.ofSeconds((long) Math.min(seconds, (double) most.toSeconds()))
                        : standard;
            } catch (NumberFormatException e) {
                return standard;
            }
        }
    }
}
