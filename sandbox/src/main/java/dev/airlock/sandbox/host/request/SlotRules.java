package dev.airlock.sandbox.host.request;

import dev.airlock.failures.Denial;
import dev.airlock.manifests.credentials.Credential;
import dev.airlock.manifests.credentials.DeclaredCredentials;
import dev.airlock.manifests.credentials.NamedCredential;
import dev.airlock.manifests.credentials.Slot;
import dev.airlock.sandbox.host.net.message.HttpHeader;
import dev.airlock.sandbox.host.net.message.HttpRequest;
import dev.airlock.sandbox.url.PercentEncoding;
import dev.airlock.sandbox.url.TargetUrl;
import dev.airlock.sandbox.url.UrlPath;
import dev.airlock.sandbox.url.UrlQuery;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The rules for a credential's slot that a connector writes into, or leaves no place for. Each check returns the
 * denial, or empty if there is none. {@link RequestRules} checks headers.
 */
public final class SlotRules {
    private static final Pattern QUOTED_WHOLE = Pattern.compile("[^\"=]*=\\s*\"[^\"\\\\]*\"");

    private final DeclaredCredentials declared;

    /** @param declared the credentials that the manifest declares */
    public SlotRules(DeclaredCredentials declared) {
        this.declared = declared;
    }

    /** Denies a parameter or a cookie that only the host may set, in the connector's own request. */
    public Optional<Denial> set(TargetUrl url, List<HttpHeader> headers) {
        if (declared.isEmpty()) {
            return Optional.empty();
        }
        Set<String> parameters = UrlQuery.names(url);
        Set<String> cookies = cookies(headers);
        return declared.all().stream()
                .flatMap(one -> slot(one).flatMap(slot -> set(one, slot, parameters, cookies)).stream())
                .findFirst();
    }

    /** Denies a path that does not have exactly one place for the credential. */
    public Optional<Denial> place(String asked, TargetUrl url) {
        return declared.find(asked)
                .flatMap(SlotRules::slot)
                .flatMap(slot -> place("The connector asked for its credential in a path", slot, url));
    }

    /**
     * Denies a cookie before the credential's with unbalanced quotation marks. Some servers would see them closed after
     * the credential, or nowhere, and take it for a part of that cookie.
     */
    public Optional<Denial> quotation(String asked, List<HttpHeader> headers) {
        return declared.find(asked)
                .flatMap(SlotRules::slot)
                .filter(Slot.Cookie.class::isInstance)
                .filter(slot -> headers.stream().anyMatch(SlotRules::hasOpenQuotation))
                .map(slot -> new Denial(
                        "The connector asked for its credential in a cookie after one with quotation marks that are not"
                                + " around a whole value",
                        "Cookie",
                        List.of(),
                        "write quotation marks around a whole value, or none"));
    }

    private static boolean hasOpenQuotation(HttpHeader header) {
        return isCookie(header)
                && Arrays.stream(header.value().split(";"))
                        .map(String::strip)
                        .anyMatch(pair -> pair.indexOf('"') >= 0
                                && !QUOTED_WHOLE.matcher(pair).matches());
    }

    private static boolean isCookie(HttpHeader header) {
        return header.name().equalsIgnoreCase("Cookie");
    }

    /** Denies a location in which a service fills the slot of the request again, or that has no place for it. */
    public Optional<Denial> redirect(HttpRequest answered, TargetUrl to) {
        String how = answered.url().address() + " redirects the connector to a ";
        return answered.label()
                .binding()
                .flatMap(declared::find)
                .flatMap(SlotRules::slot)
                .flatMap(slot ->
                        slot instanceof Slot.Query query && UrlQuery.names(to).contains(query.name())
                                ? Optional.of(new Denial(
                                        how + "URL with another value of the query parameter " + query.name()
                                                + ", which is the host's to set since the manifest declares a credential",
                                        query.name(),
                                        List.of(),
                                        "ask without \"follow_redirects\", and check the location"))
                                : place(how + "path", slot, to));
    }

    private static Optional<Slot> slot(NamedCredential declared) {
        return declared.credential() instanceof Credential.OneSecret one ? Optional.of(one.slot()) : Optional.empty();
    }

    private static Optional<Denial> set(
            NamedCredential credential, Slot slot, Set<String> parameters, Set<String> cookies) {
        if (slot instanceof Slot.Query query && parameters.contains(query.name())) {
            return Optional.of(reserved("query parameter", query.name(), credential));
        }
        return slot instanceof Slot.Cookie cookie && cookies.contains(cookie.name())
                ? Optional.of(reserved("cookie", cookie.name(), credential))
                : Optional.empty();
    }

    private static Denial reserved(String what, String name, NamedCredential credential) {
        return new Denial(
                "The connector set the " + what + " " + name
                        + ", which is the host's to set since the manifest declares a credential",
                name,
                List.of(),
                "leave the " + what + " out and ask for \"credential\": \"" + credential.word() + "\"");
    }

    /** Servers split cookies at semicolons, and some at commas; some decode escapes in their names. */
    private static Set<String> cookies(List<HttpHeader> headers) {
        return headers.stream()
                .filter(SlotRules::isCookie)
                .flatMap(header -> Arrays.stream(header.value().split("[;,]")))
                .map(pair -> pair.split("=", 2)[0].strip())
                .flatMap(name -> Stream.of(name, PercentEncoding.decodeText(name, false)))
                .collect(Collectors.toUnmodifiableSet());
    }

    private static Optional<Denial> place(String where, Slot slot, TargetUrl url) {
        if (!(slot instanceof Slot.PathSegment)) {
            return Optional.empty();
        }
        int places = UrlPath.count(UrlPath.withoutDots(url), slot.format());
        return places == 1
                ? Optional.empty()
                : Optional.of(new Denial(
                        where
                                + (places == 0 ? " without the segment " : " with " + places + " segments ")
                                + slot.format()
                                + (places == 0 ? "" : ", and needs exactly one"),
                        slot.format(),
                        List.of(),
                        "write the URL with that segment once, with its braces: "
                                + url.scheme().word() + "://" + url.address() + "/" + slot.format() + "/…"));
    }
}
