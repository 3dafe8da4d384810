package dev.airlock.sandbox.host.request;

import dev.airlock.failures.Denial;
import dev.airlock.failures.text.ForeignText;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.ManifestFix;
import dev.airlock.manifests.credentials.CredentialKind;
import dev.airlock.manifests.credentials.DeclaredCredentials;
import dev.airlock.manifests.hosts.Host;
import dev.airlock.manifests.hosts.NetworkGrant;
import dev.airlock.manifests.hosts.UrlScheme;
import dev.airlock.sandbox.host.credentials.Injection;
import dev.airlock.sandbox.host.net.address.AddressKind;
import dev.airlock.sandbox.host.net.address.AddressRules;
import dev.airlock.sandbox.host.net.message.HttpHeader;
import dev.airlock.sandbox.url.TargetUrl;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The rules for requests of a connector. Each check returns the denial, or empty if there is none. Opens nothing. */
public final class RequestRules {
    private static final List<String> METHODS = List.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS");

    private static final String NO_FIX = "";
    private static final String ASKED = "The connector asked for";

    private final ConnectorManifest manifest;
    private final AddressRules addresses;

    public RequestRules(ConnectorManifest manifest, AddressRules addresses) {
        this.manifest = manifest;
        this.addresses = addresses;
    }

    /** Returns the denial of a URL that the parser refused, without its query, which may be private. */
    public Denial badUrl(String url, String why) {
        return badUrl(ASKED, url, why);
    }

    /** Returns the denial of a location that a host redirects to and the parser refused. */
    public Denial badRedirect(TargetUrl from, String location, String why) {
        return badUrl(redirected(from), location, why);
    }

    /** Returns the denial of a location elsewhere that contains a secret, without the secret. */
    public Denial secretAway(TargetUrl from, String scrubbed) {
        String shown = ForeignText.clean(scrubbed.split("[?#]", 2)[0]);
        return new Denial(
                redirected(from) + " a URL elsewhere that holds a secret of its",
                shown,
                List.of(from.address().toString()),
                NO_FIX);
    }

    private Denial badUrl(String how, String url, String why) {
        String shown = ForeignText.clean(url.split("[?#]", 2)[0]);
        return new Denial(how + " a URL that " + why, shown, granted(), NO_FIX);
    }

    /** Checks that scheme, host and port are exactly as granted. */
    public Optional<Denial> address(TargetUrl url) {
        return address(ASKED, url);
    }

    /** Checks the destination of a redirect in the same way. */
    public Optional<Denial> redirect(TargetUrl from, TargetUrl to) {
        return address(redirected(from), to);
    }

    private static String redirected(TargetUrl from) {
        return from.address() + " redirects the connector to";
    }

    private Optional<Denial> address(String how, TargetUrl url) {
        NetworkGrant asked = new NetworkGrant(url.scheme(), url.address());
        Optional<AddressKind> kind = AddressRules.kindOf(url.address().host());
        if (kind.filter(AddressKind::isNeverReached).isPresent()) {
            return Optional.of(neverReached(how, asked, kind.get()));
        }
        if (manifest.capabilities().grants().contains(asked) || isPlainOnAllowedLoopback(url)) {
            return Optional.empty();
        }
        Optional<AddressKind> refused =
                kind.filter(known -> !addresses.allows(url.address().host(), known));
        if (refused.isPresent() && isPlainOnGrantedLoopback(url)) {
            return Optional.of(plainOnLoopback(how, asked));
        }
        return Optional.of(ofAnotherSetting(how, asked).orElseGet(() -> undeclared(how, asked, refused)));
    }

    /** Denies a host that the manifest names with another value of a setting, and says that the value has to change. */
    private Optional<Denial> ofAnotherSetting(String how, NetworkGrant asked) {
        return manifest.settings().hosts().stream()
                .flatMap(host -> host
                        .valueFor(asked)
                        .map(value -> new Denial(
                                how + " " + asked + ", and its setting " + host.setting() + " has another value",
                                asked.toString(),
                                granted(),
                                "to set it, run `airlock settings set "
                                        + manifest.connector().name() + " " + host.setting() + "=" + value + "`"))
                        .stream())
                .findFirst();
    }

    private Denial neverReached(String how, NetworkGrant asked, AddressKind kind) {
        return new Denial(
                how + " " + asked + ", " + kind.phrase() + ", which no connector may reach",
                asked.toString(),
                granted(),
                NO_FIX);
    }

    /**
     * Denies plain http on the loopback interface. The entry exists, and takes plain http once the person who runs the
     * connector allows the host, which is needed in any case.
     */
    private Denial plainOnLoopback(String how, NetworkGrant asked) {
        return new Denial(
                how + " " + asked + ", and its manifest names " + asked.address() + ", which is https",
                asked.toString(),
                granted(),
                "run it with `" + allowPrivate(asked)
                        + "`, which also allows plain http for an entry on the loopback interface");
    }

    /** @param refused the kind of the host, if the person who runs the connector does not allow it */
    private Denial undeclared(String how, NetworkGrant asked, Optional<AddressKind> refused) {
        ManifestFix fix = ManifestFix.network(manifest, asked);
        String what = refused.map(kind -> ", " + kind.phrase()).orElse("");
        String more =
                refused.map(kind -> " # and run it with " + allowPrivate(asked)).orElse("");
        return new Denial(
                how + " " + asked + what + ", which its manifest does not name",
                asked.toString(),
                granted(),
                fix.how(),
                fix.pasted() + more);
    }

    private static String allowPrivate(NetworkGrant asked) {
        return "--allow-private " + asked.address().host();
    }

    /** Checks that the method is one that Airlock sends, in upper case. */
    public Optional<Denial> method(String method) {
        String shown = ForeignText.clean(method);
        return METHODS.contains(method)
                ? Optional.empty()
                : Optional.of(new Denial(
                        "The connector used the method " + shown + ", which Airlock does not send",
                        shown,
                        METHODS,
                        NO_FIX));
    }

    /** Checks that a body comes only with a method that gives it a meaning. */
    public Optional<Denial> body(String method, byte[] body) {
        boolean takesNone = method.equals("GET") || method.equals("HEAD");
        return takesNone && body.length > 0
                ? Optional.of(new Denial(
                        "The connector sent a body with " + method + ", which servers do not read",
                        method + " with a body",
                        List.of(),
                        NO_FIX))
                : Optional.empty();
    }

    /** Checks the guest's own headers. */
    public Optional<Denial> headers(List<HttpHeader> headers) {
        return headers.stream().map(this::header).flatMap(Optional::stream).findFirst();
    }

    /** Checks the requested credential, by its kind or its name, and where it would go. */
    public Optional<Denial> credential(String asked, TargetUrl url) {
        DeclaredCredentials declared = manifest.capabilities().credentials();
        if (declared.find(asked).isEmpty()) {
            List<String> several = declared.namesOf(asked);
            return Optional.of(several.isEmpty() ? undeclared(asked, declared) : ambiguous(asked, several));
        }
        if (url.scheme() == UrlScheme.HTTP && !isLoopback(url.address().host())) {
            return Optional.of(new Denial(
                    "The connector asked for a credential over plain http, where anyone on the way can read it",
                    url.scheme().word() + "://" + url.address(),
                    List.of("https"),
                    NO_FIX));
        }
        return Optional.empty();
    }

    private Optional<Denial> header(HttpHeader header) {
        String name = ForeignText.clean(header.name());
        Optional<String> refusal = HeaderRules.refusal(header);
        if (refusal.isPresent()) {
            return Optional.of(new Denial("The connector set a header " + refusal.get(), name, List.of(), NO_FIX));
        }
        return Injection.reserving(manifest.capabilities().credentials(), header.name())
                .map(credential -> new Denial(
                        "The connector set the header " + name + ", which is the host's to set since the manifest"
                                + " declares a credential",
                        name,
                        List.of(),
                        "leave the header out and ask for \"credential\": \"" + credential.word() + "\""));
    }

    private Denial undeclared(String asked, DeclaredCredentials declared) {
        String shown = ForeignText.clean(asked);
        Optional<ManifestFix> fix =
                CredentialKind.parse(asked).optional().map(known -> ManifestFix.credential(manifest, known));
        boolean hasNames = declared.all().stream().anyMatch(one -> one.name().isPresent());
        return new Denial(
                "The connector asked for a credential " + (hasNames ? "" : "of the kind ") + shown
                        + ", which its manifest does not declare",
                shown,
                declared.words(),
                fix.map(ManifestFix::how).orElse(NO_FIX),
                fix.map(ManifestFix::pasted).orElse(NO_FIX));
    }

    private static Denial ambiguous(String kind, List<String> names) {
        return new Denial(
                "The connector asked for a credential of the kind " + kind + ", and its manifest declares several",
                kind,
                names,
                "ask for one by its name, such as \"credential\": \"" + names.get(0) + "\"");
    }

    /**
     * Whether the URL is plain http on a loopback host that the embedder allows; the manifest's entry need not say so.
     */
    private boolean isPlainOnAllowedLoopback(TargetUrl url) {
        return isPlainOnGrantedLoopback(url)
                && addresses.allowPrivate().contains(url.address().host());
    }

    private boolean isPlainOnGrantedLoopback(TargetUrl url) {
        return url.scheme() == UrlScheme.HTTP
                && isLoopback(url.address().host())
                && manifest.capabilities().grants().contains(new NetworkGrant(UrlScheme.HTTPS, url.address()));
    }

    private static boolean isLoopback(Host host) {
        return host.text().toLowerCase(Locale.ROOT).equals("localhost")
                || host.address()
                        .filter(address -> AddressRules.kindOf(address) == AddressKind.LOOPBACK)
                        .isPresent();
    }

    private List<String> granted() {
        return manifest.capabilities().grants().stream()
                .map(NetworkGrant::toString)
                .toList();
    }
}
