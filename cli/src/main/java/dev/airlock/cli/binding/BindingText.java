package dev.airlock.cli.binding;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.failures.text.ForeignText;
import dev.airlock.runtime.bindings.Binding;
import dev.airlock.runtime.bindings.BindingTerms;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/** Writes bindings for a person and for a program. */
final class BindingText {
    private static final int LABEL = 14;

    private BindingText() {}

    /** Returns one line for a list. */
    static String line(Binding binding, int width) {
        String name = binding.name().toString();
        return name + " ".repeat(width - name.length()) + "  " + state(binding) + "  "
                + ForeignText.clean(binding.grants().get(0).shown()) + ", "
                + ForeignText.clean(binding.grants().get(0).slot())
                + (binding.grants().size() > 1 ? " and " + (binding.grants().size() - 1) + " more" : "");
    }

    /** Returns everything that may be shown. */
    static List<String> lines(Binding binding) {
        List<String> lines = new ArrayList<>();
        lines.add(binding.name().toString());
        lines.add(labelled("state", state(binding)));
        lines.add(labelled(
                "made", binding.created().truncatedTo(ChronoUnit.SECONDS).toString()));
        lines.add(labelled(
                "secrets of", binding.renewed().truncatedTo(ChronoUnit.SECONDS).toString()));
        binding.grants().forEach(terms -> lines.addAll(lines(terms)));
        return lines;
    }

    /** Returns the terms that a person agrees to. */
    static List<String> lines(BindingTerms terms) {
        List<String> lines = new ArrayList<>();
        lines.add(labelled("connector", terms.shown()));
        lines.add(labelled("hosts", terms.hosts().isEmpty() ? "none" : String.join(", ", terms.hosts())));
        terms.credential().ifPresent(name -> lines.add(labelled("credential", name)));
        lines.add(labelled("slot", terms.slot()));
        terms.oauth().ifPresent(oauth -> {
            oauth.consent().authorize().ifPresent(url -> lines.add(labelled("authorize_url", url.toString())));
            oauth.consent().device().ifPresent(url -> lines.add(labelled("device_url", url.toString())));
            lines.add(labelled("token_url", oauth.tokenUrl().toString()));
            lines.add(labelled("client_id", oauth.clientId()));
            lines.add(labelled("scopes", String.join(" ", oauth.scopes())));
        });
        return lines;
    }

    static ObjectNode json(Binding binding) {
        ObjectNode node = JsonNodeFactory.instance
                .objectNode()
                .put("name", binding.name().toString())
                .put("state", binding.refused().isPresent() ? "refused" : "ready")
                .put("created", binding.created().toString())
                .put("renewed", binding.renewed().toString())
                .put("renewable", binding.renewable());
        binding.expires().ifPresent(end -> node.put("expires", end.toString()));
        binding.refused().ifPresent(why -> node.put("refused", why));
        binding.grants().forEach(terms -> put(node.withArray("connectors").addObject(), terms));
        return node;
    }

    private static void put(ObjectNode node, BindingTerms terms) {
        node.put("connector", ForeignText.clean(terms.shown())).put("slot", ForeignText.clean(terms.slot()));
        terms.credential().ifPresent(name -> node.put("credential", name));
        terms.hosts().forEach(node.withArray("hosts")::add);
        terms.oauth().ifPresent(oauth -> {
            ObjectNode inner = node.putObject("oauth2")
                    .put("token_url", oauth.tokenUrl().toString())
                    .put("client_id", ForeignText.clean(oauth.clientId()));
            oauth.consent().authorize().ifPresent(url -> inner.put("authorize_url", url.toString()));
            oauth.consent().device().ifPresent(url -> inner.put("device_authorization_url", url.toString()));
            oauth.scopes().forEach(inner.withArray("scopes")::add);
        });
    }

    /** Returns a labelled line. It is never cut, because a person must see the whole text of a consent. */
    private static String labelled(String label, String text) {
        return "  " + label + " ".repeat(LABEL - label.length()) + ForeignText.clean(text, text.length() + 1);
    }

    private static String state(Binding binding) {
        if (binding.refused().isPresent()) {
            return "refused: " + binding.refused().get();
        }
        return binding.expires()
                .map(end -> "ready, its token " + (binding.renewable() ? "is renewed at " : "ends at ")
                        + end.truncatedTo(ChronoUnit.SECONDS))
                .orElse("ready");
    }
}
