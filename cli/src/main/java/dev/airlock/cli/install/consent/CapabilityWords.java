package dev.airlock.cli.install.consent;

import dev.airlock.failures.text.ForeignText;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.ConnectorManifest.Capabilities;
import dev.airlock.manifests.HostFunction;
import dev.airlock.manifests.Operation;
import dev.airlock.manifests.credentials.Credential;
import dev.airlock.manifests.credentials.NamedCredential;
import dev.airlock.manifests.credentials.Slot;
import dev.airlock.manifests.hosts.NetworkGrant;
import dev.airlock.manifests.hosts.UrlScheme;
import dev.airlock.manifests.settings.Setting;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The permissions of a connector in words that a person agrees to, each after "it may". {@link GradedWords} has the permissions with an
 * amount. A test walks the schema of manifests, so that every possible declaration has words.
 */
final class CapabilityWords {
    private CapabilityWords() {}

    /** Returns one line for each permission; empty for a connector that may only compute. */
    static List<String> of(ConnectorManifest manifest) {
        List<String> words = new ArrayList<>();
        Capabilities capabilities = manifest.capabilities();
        capabilities.grants().forEach(grant -> words.add(words(grant)));
        manifest.settings().hosts().stream()
                .map(host -> "talk to " + host + ", where you set " + host.setting())
                .forEach(words::add);
        manifest.settings().declared().stream().map(CapabilityWords::words).forEach(words::add);
        capabilities.credentials().all().forEach(declared -> words.addAll(words(declared)));
        if (capabilities.state()) {
            words.add("remember things between calls");
        }
        if (logs(capabilities)) {
            words.add("write lines to its log");
        }
        if (manifest.reactorSnapshot()) {
            words.add("start once, and be copied for each call");
        }
        manifest.operations()
                .forEach(operation -> operation
                        .reversal()
                        .ifPresent(reversal -> words.add("have " + operation.name() + " undone by " + reversal)));
        manifest.operations().stream()
                .filter(Operation::readOnly)
                .forEach(operation -> words.add("have " + operation.name()
                        + " called by an agent without asking you: it says that it only reads"));
        return words.stream()
                .map(word -> ForeignText.clean(word, word.length() + 1))
                .distinct()
                .toList();
    }

    private static String words(Setting setting) {
        return "read the setting " + setting.name() + ", " + setting.type().word()
                + setting.standard()
                        .map(value -> ", " + value.asText() + " unless you set it")
                        .orElse(", which you must set")
                + setting.description().map(text -> ": " + text).orElse("");
    }

    private static String words(NetworkGrant grant) {
        return "talk to " + grant + (grant.scheme() == UrlScheme.HTTP ? ", which anyone on the way can read" : "");
    }

    /**
     * Returns whether the connector may write to its log, which needs no table. The words of the other host functions come from the tables
     * that they need.
     */
    private static boolean logs(Capabilities capabilities) {
        String log = HostFunction.LOG.wireName();
        return capabilities.imports().map(names -> names.contains(log)).orElse(true);
    }

    /** Returns the words for a credential. Each line names its credential, because equal lines appear only once. */
    private static List<String> words(NamedCredential declared) {
        Credential credential = declared.credential();
        String of = declared.name()
                .map(name -> "with its credential " + name + ", ")
                .orElse("");
        String kind = "use a credential of kind " + credential.kind().word()
                + declared.name().map(name -> ", " + name).orElse("")
                + credential.scope().map(scope -> ": " + scope).orElse("");
        return Stream.concat(Stream.of(kind), slot(credential).map(word -> of + word))
                .toList();
    }

    /** Returns the words for the place and the origin of a credential. */
    private static Stream<String> slot(Credential credential) {
        if (credential instanceof Credential.OneSecret one) {
            boolean isUsual = !(one instanceof Credential.ApiKey) && one.slot().equals(Slot.Header.STANDARD);
            Stream<String> where = isUsual ? Stream.of() : Stream.of("send it in " + words(one.slot()));
            return Stream.concat(where, one instanceof Credential.OAuth2 oauth ? oauth(oauth) : Stream.of());
        }
        if (credential instanceof Credential.AwsSigV4 aws) {
            return Stream.of("sign requests to " + aws.service()
                    + aws.region().map(region -> " in " + region).orElse("") + " with it");
        }
        return Stream.of();
    }

    private static String words(Slot slot) {
        if (slot instanceof Slot.Header header) {
            return "the header " + header.name() + " as " + header.format();
        }
        if (slot instanceof Slot.Query query) {
            return "the query parameter " + query.name() + " as " + query.format();
        }
        return slot instanceof Slot.Cookie cookie
                ? "the cookie " + cookie.name() + " as " + cookie.format()
                : "the path, as the segment " + slot.format();
    }

    /** Returns the words for OAuth, with a separate line for each scope, so that a new one is seen among many. */
    private static Stream<String> oauth(Credential.OAuth2 oauth) {
        String client = " to agree, as the client " + oauth.clientId();
        Stream<String> browser = oauth.consent().authorize().map(url -> "send you to " + url + client).stream();
        Stream<String> device = oauth
                .consent()
                .device()
                .map(url -> "get a code from " + url + " that you enter at a page it names" + client)
                .stream();
        Stream<String> tokens = Stream.of("get tokens from " + oauth.tokenUrl()
                + oauth.clientSecret()
                        .map(secret -> " with its publisher's client secret")
                        .orElse(""));
        Stream<String> scopes = oauth.scopes().stream().map(scope -> "ask there for the scope " + scope);
        return Stream.of(browser, device, tokens, scopes).flatMap(lines -> lines);
    }
}
