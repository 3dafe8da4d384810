package dev.airlock.runtime.bindings;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.formats.json.MalformedJsonException;
import dev.airlock.formats.json.StrictJson;
import dev.airlock.manifests.credentials.ConsentUrls;
import dev.airlock.runtime.oauth.OAuthSettings;
import dev.airlock.runtime.vault.VaultEntry;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A binding without its secrets as JSON, as the vault stores it. */
final class BindingDescription {
    private BindingDescription() {}

    static String write(Binding binding) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("created", binding.created().toString());
        root.put("renewed", binding.renewed().toString());
        binding.expires().ifPresent(expires -> root.put("expires", expires.toString()));
        binding.refused().ifPresent(why -> root.put("refused", why));
        binding.grants().forEach(terms -> put(root.withArray("grants").addObject(), terms));
        return StrictJson.write(root);
    }

    /** Reads the binding of an entry. The vault's seal guarantees that this class wrote it. */
    static Binding read(VaultEntry entry) {
        try {
            JsonNode root = StrictJson.read(entry.description());
            List<BindingTerms> grants = new ArrayList<>();
            root.path("grants").forEach(node -> grants.add(terms(node)));
            return new Binding(
                    BindingName.parse(entry.name()).orThrow(),
                    Instant.parse(root.path("created").asText()),
                    Instant.parse(root.path("renewed").asText()),
                    text(root, "expires").map(Instant::parse),
                    entry.secret(BindingSecrets.REFRESH_TOKEN).isPresent(),
                    text(root, "refused"),
                    grants);
        } catch (MalformedJsonException e) {
            throw new IllegalStateException("the vault holds a binding that was not written here", e);
        }
    }

    private static void put(ObjectNode node, BindingTerms terms) {
        node.put("connector", terms.connector()).put("shown", terms.shown()).put("slot", terms.slot());
        terms.credential().ifPresent(name -> node.put("credential", name));
        terms.hosts().forEach(node.withArray("hosts")::add);
        terms.oauth().ifPresent(oauth -> {
            ObjectNode inner = node.putObject("oauth2")
                    .put("token_url", oauth.tokenUrl().toString())
                    .put("client_id", oauth.clientId());
            oauth.consent().authorize().ifPresent(url -> inner.put("authorize_url", url.toString()));
            oauth.consent().device().ifPresent(url -> inner.put("device_authorization_url", url.toString()));
            oauth.scopes().forEach(inner.withArray("scopes")::add);
        });
    }

    private static BindingTerms terms(JsonNode node) {
        JsonNode oauth = node.path("oauth2");
        return new BindingTerms(
                node.path("connector").asText(),
                node.path("shown").asText(),
                texts(node.path("hosts")),
                text(node, "credential"),
                node.path("slot").asText(),
                oauth.isMissingNode()
                        ? Optional.empty()
                        : Optional.of(new OAuthSettings(
                                new ConsentUrls(
                                        text(oauth, "authorize_url").map(URI::create),
                                        text(oauth, "device_authorization_url").map(URI::create)),
                                URI.create(oauth.path("token_url").asText()),
                                oauth.path("client_id").asText(),
                                texts(oauth.path("scopes")),
                                Optional.empty())));
    }

    private static Optional<String> text(JsonNode root, String key) {
        return root.has(key) ? Optional.of(root.path(key).asText()) : Optional.empty();
    }

    private static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(element -> texts.add(element.asText()));
        return texts;
    }
}
