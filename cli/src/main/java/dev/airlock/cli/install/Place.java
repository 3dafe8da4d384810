package dev.airlock.cli.install;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What somebody names as a place: a URL, or something on this machine.
 *
 * @param scheme the URL's scheme in lower case, since letter case does not count there (RFC 3986, section 3.1); empty for none
 * @param text the place with its scheme in lower case, and else as it was written
 */
public record Place(Optional<String> scheme, String text) {
    private static final Pattern URL = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*)(://.*)", Pattern.DOTALL);

    /** Any text is a place. */
    public static Place of(String written) {
        Matcher url = URL.matcher(written);
        if (!url.matches()) {
            return new Place(Optional.empty(), written);
        }
        String scheme = url.group(1).toLowerCase(Locale.ROOT);
        return new Place(Optional.of(scheme), scheme + url.group(2));
    }

    /** Whether it is of that scheme. */
    public boolean isOf(String other) {
        return scheme.filter(other::equals).isPresent();
    }

    /** What is wrong with it if nothing is fetched from URLs of its scheme, as a sentence. */
    public String refused() {
        return "Airlock does not download from " + scheme.orElse("") + "://.";
    }

    /** Whether it is something that web servers have. */
    public boolean isWeb() {
        return isOf("https") || isOf("http");
    }
}
