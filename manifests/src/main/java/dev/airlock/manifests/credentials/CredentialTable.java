package dev.airlock.manifests.credentials;

import dev.airlock.formats.text.Parsed;
import dev.airlock.formats.text.Printable;
import dev.airlock.formats.toml.Section;
import dev.airlock.formats.toml.tree.Located;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads {@code [capabilities.credential]}, and those in {@code [capabilities.credentials]}. Internal to {@code dev.airlock.manifests}. */
public final class CredentialTable {
    /** The most credentials with a name. A person can still read that many, and a request can be compared with them. */
    private static final int MOST_NAMED = 32;

    private static final List<String> KEYS =
            List.of("kind", "scope", "slot", "header", "format", "oauth2", "aws_sigv4", "service", "region");
    private static final List<String> OAUTH2_KEYS =
            List.of("authorize_url", "device_authorization_url", "token_url", "client_id", "scopes", "client_secret");
    private static final List<String> AWS_KEYS = List.of("service", "region");
    private static final Map<String, String> REFUSED =
            Map.of("access_key_id", "the access key belongs to the binding, never to a manifest");

    private final Section table;
    private final Optional<String> scope;

    private CredentialTable(Section table) {
        this.table = table;
        this.scope = table.prose("scope");
    }

    /** Returns the credential of that table; empty when something is wrong. Reports every problem. */
    public static Optional<Credential> read(Section table) {
        table.allow(KEYS, REFUSED);
        table.require("kind", "kind = \"api_key\"");
        Optional<CredentialKind> kind = table.parsed("kind", CredentialKind::parse);
        return kind.flatMap(known -> new CredentialTable(table).read(known));
    }

    /** Returns the credentials of the tables in {@code [capabilities.credentials]} by name, without wrong ones. */
    public static Map<String, Credential> readNamed(Section tables) {
        Map<String, Credential> named = new LinkedHashMap<>();
        List<String> names = tables.keys();
        if (names.size() > MOST_NAMED) {
            tables.problem(
                    names.get(MOST_NAMED),
                    "there are " + names.size() + " credentials in " + tables + ", more than " + MOST_NAMED,
                    "declare only what one connector needs");
            return named;
        }
        for (String name : names) {
            if (!NamedCredential.isName(name)) {
                tables.problem(
                        name,
                        CredentialKind.parse(name).optional().isPresent()
                                ? "the name " + Printable.quoted(name) + " is the word for a kind"
                                : "the name " + Printable.quoted(name)
                                        + " is not lower-case letters, digits and underscores, a letter first",
                        "call it for instance [capabilities.credentials.crm]");
            }
            tables.section(name).flatMap(CredentialTable::read).ifPresent(known -> named.put(name, known));
        }
        return named;
    }

    private Optional<Credential> read(CredentialKind kind) {
        onlyFor(kind, CredentialKind.API_KEY, "header");
        onlyFor(kind, CredentialKind.OAUTH2, "oauth2");
        onlyFor(kind, CredentialKind.AWS_SIGV4, "aws_sigv4", "service", "region");
        return switch (kind) {
            case API_KEY -> Optional.of(new Credential.ApiKey(scope, slot(kind)));
            case BEARER -> Optional.of(new Credential.Bearer(scope, slot(kind)));
            case OAUTH2 -> oauth2(slot(kind));
            case BASIC -> {
                refuseSlot(kind, "a user name and a password go into Authorization, as RFC 7617 says");
                yield Optional.of(new Credential.Basic(scope));
            }
            case AWS_SIGV4 -> {
                refuseSlot(kind, "a signature goes into several headers, as AWS says");
                yield awsSigV4();
            }
        };
    }

    private void onlyFor(CredentialKind kind, CredentialKind owner, String... keys) {
        for (String key : keys) {
            if (kind != owner && table.has(key)) {
                table.problem(
                        key,
                        key + " has no meaning with kind = \"" + kind.word() + "\"",
                        "leave it out, or write kind = \"" + owner.word() + "\"");
            }
        }
    }

    private void refuseSlot(CredentialKind kind, String why) {
        onlyFor(kind, CredentialKind.API_KEY, "format");
        if (table.has("slot")) {
            table.problem("slot", "slot has no meaning with kind = \"" + kind.word() + "\": " + why, "leave it out");
        }
    }

    private Slot slot(CredentialKind kind) {
        if (!table.has("slot")) {
            onlyFor(kind, CredentialKind.API_KEY, "format");
            String name = table.parsed("header", SlotText::headerName).orElse(Slot.Header.DEFAULT_NAME);
            return formatted(new Slot.Header(name, Slot.Header.DEFAULT_FORMAT));
        }
        if (table.has("header") && kind == CredentialKind.API_KEY) {
            table.problem(
                    "slot",
                    "slot and header both say where the credential goes",
                    "leave header out, and write for instance slot = \"header:X-Api-Key\"");
        }
        return table.parsed("slot", SlotText::slot).map(this::formatted).orElse(Slot.Header.STANDARD);
    }

    private Slot formatted(Slot slot) {
        if (slot instanceof Slot.PathSegment && table.has("format")) {
            table.problem(
                    "format",
                    "format is set, but a path slot is its own format",
                    "leave it out: the path gets " + slot.format());
            return slot;
        }
        return table.parsed("format", text -> SlotText.with(slot, text)).orElse(slot);
    }

    private Optional<Credential> oauth2(Slot slot) {
        String name = table.toString();
        table.require(
                "oauth2",
                name.substring(0, name.length() - 1) + ".oauth2] with authorize_url, token_url, client_id and scopes");
        return table.section("oauth2").flatMap(oauth2 -> oauth2(oauth2, slot));
    }

    private Optional<Credential> oauth2(Section oauth2, Slot slot) {
        oauth2.allow(OAUTH2_KEYS);
        if (!oauth2.has("device_authorization_url")) {
            oauth2.require("authorize_url", "authorize_url = \"https://…\", or device_authorization_url");
        }
        oauth2.require("token_url", "token_url = \"https://…\"");
        oauth2.require("client_id", "client_id = \"…\"");
        oauth2.require("scopes", "scopes = [\"…\"]");
        Optional<URI> authorizeUrl = oauth2.parsed("authorize_url", CredentialUrl::parse);
        Optional<URI> deviceUrl = oauth2.parsed("device_authorization_url", CredentialUrl::parse);
        Optional<URI> tokenUrl = oauth2.parsed("token_url", CredentialUrl::parse);
        Optional<String> clientId = oauth2.line("client_id");
        Optional<List<String>> scopes = oauth2.lines("scopes").map(all -> scopes(oauth2, all));
        Optional<String> clientSecret = oauth2.line("client_secret");
        if ((authorizeUrl.isEmpty() && deviceUrl.isEmpty())
                || tokenUrl.isEmpty()
                || clientId.isEmpty()
                || scopes.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new Credential.OAuth2(
                scope,
                new ConsentUrls(authorizeUrl, deviceUrl),
                tokenUrl.get(),
                clientId.get(),
                scopes.get(),
                clientSecret,
                slot));
    }

    private static List<String> scopes(Section oauth2, List<Located<String>> all) {
        List<String> scopes = new ArrayList<>();
        for (Located<String> scope : all) {
            oauth2.problems().check(scope.at(), oauthScope(scope.value())).ifPresent(scopes::add);
        }
        if (oauth2.isEmptyList("scopes")) {
            oauth2.problem("scopes", "scopes is empty", "name at least one scope");
        }
        return scopes;
    }

    private static Parsed<String> oauthScope(String scope) {
        boolean isToken = scope.chars().allMatch(c -> c > ' ' && c <= '~' && c != '"' && c != '\\');
        return isToken
                ? Parsed.ok(scope)
                : Parsed.wrong(
                        "scope " + Printable.quoted(scope) + " is not one OAuth scope",
                        "write each scope as a text of its own, without spaces");
    }

    private Optional<Credential> awsSigV4() {
        Optional<Section> inner = table.section("aws_sigv4");
        inner.ifPresent(aws -> aws.allow(AWS_KEYS));
        if (inner.isPresent()) {
            refuseTwice("service", inner.get());
            refuseTwice("region", inner.get());
        }
        Section source = inner.orElse(table);
        source.require("service", "service = \"…\", for instance \"s3\"");
        Optional<String> region = source.parsed("region", CredentialTable::awsWord);
        return source.parsed("service", CredentialTable::awsWord)
                .map(service -> new Credential.AwsSigV4(scope, service, region));
    }

    /**
     * Refuses a key in both places. Published connectors write {@code service} beside {@code kind}, and the two places could contradict
     * each other.
     */
    private void refuseTwice(String key, Section inner) {
        if (table.has(key)) {
            table.problem(key, key + " is set here and in " + inner, "write it in " + inner + " only");
        }
    }

    private static Parsed<String> awsWord(String text) {
        boolean isWord = text.length() <= 63
                && text.chars().allMatch(c -> (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-');
        return isWord
                ? Parsed.ok(text)
                : Parsed.wrong(
                        "AWS name " + Printable.quoted(text) + " is not lower-case letters, digits and hyphens",
                        "write for instance \"s3\" or \"eu-central-1\"");
    }
}
