package dev.airlock.cli.install;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A place that a person names: a URL, or something on this machine.
 *
 * @param scheme the URL's scheme in lower case, because its letter case does not matter (RFC 3986, section 3.1); empty for none
 * @param text the place as it was written, with its scheme in lower case
 */
public record Place(Optional<String> scheme, String text) {
    private static final Pattern URL = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*)(://.*)", Pattern.DOTALL);

    /** Returns the place for a text; any text is one. */
    public static Place of(String written) {
        Matcher url = URL.matcher(written);
        if (!url.matches()) {
            return new Place(Optional.empty(), written);
        }
        String scheme = url.group(1).toLowerCase(Locale.ROOT);
        return new Place(Optional.of(scheme), scheme + url.group(2));
    }

    /** Returns whether it has that scheme. */
    public boolean isOf(String other) {
        return scheme.filter(other::equals).isPresent();
    }

    /** Returns a sentence that nothing is fetched from URLs with its scheme. */
    public String refused() {
        return "Airlock does not download from " + scheme.orElse("") + "://.";
    }

    /** Returns whether it is an http or https URL. */
    public boolean isWeb() {
        return isOf("https") || isOf("http");
    }
}
