package dev.airlock.sandbox.host.request;

import dev.airlock.manifests.credentials.HeaderNames;
import dev.airlock.sandbox.host.net.message.HttpHeader;
import java.util.Optional;

/**
 * The rules for headers that a guest may set. Names are tokens of RFC 9110. Values are printable ASCII, spaces and
 * tabs. Servers read characters outside ASCII in too many different encodings, so these are to be written
 * percent-encoded or as RFC 8187 says.
 */
final class HeaderRules {
    private static final int LONGEST_NAME = 256;
    private static final int LONGEST_VALUE = 64 << 10;

    private HeaderRules() {}

    /** Returns why a header is refused, to follow "The connector set a header "; empty if it is accepted. */
    static Optional<String> refusal(HttpHeader header) {
        String name = header.name();
        if (name.isEmpty() || name.length() > LONGEST_NAME || !HeaderNames.hasTokenCharactersOnly(name)) {
            return Optional.of("whose name is not a header name");
        }
        if (HeaderNames.isTheConnectionsOwn(name)) {
            return Optional.of(name + ", which belongs to the connection and not to the connector");
        }
        if (header.value().length() > LONGEST_VALUE) {
            return Optional.of(name + " with a value longer than " + LONGEST_VALUE + " characters");
        }
        return header.value()
                .chars()
                .mapToObj(HeaderRules::badCharacter)
                .flatMap(Optional::stream)
                .findFirst()
                .map(bad -> name + " with " + bad + " in its value");
    }

    private static Optional<String> badCharacter(int c) {
        if (c > '~' + 1) {
            return Optional.of("a character outside ASCII");
        }
        return (c < ' ' && c != '\t') || c == '~' + 1 ? Optional.of("a control character") : Optional.empty();
    }
}
