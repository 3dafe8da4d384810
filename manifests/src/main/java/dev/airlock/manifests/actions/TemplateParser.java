package dev.airlock.manifests.actions;

import com.fasterxml.jackson.databind.JsonNode;
import dev.airlock.formats.text.Parsed;
import dev.airlock.formats.toml.LocatedJson;
import dev.airlock.formats.toml.ProblemList;
import dev.airlock.formats.toml.tree.Position;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds the holes of a value and checks whether each can be filled. Every <code>${</code> begins a hole and no escape exists, so no
 * <code>${</code> of an author ever reaches a connector.
 */
final class TemplateParser {
    private static final String OPEN = "${";

    private final Scope scope;
    private final ProblemList problems;

    TemplateParser(Scope scope, ProblemList problems) {
        this.scope = scope;
        this.problems = problems;
    }

    /** Returns the template. Reports each wrong hole; the template is then of no use. */
    Template parse(LocatedJson json) {
        return node(json.value(), "", json);
    }

    private Template node(JsonNode node, String pointer, LocatedJson places) {
        if (node.isTextual()) {
            return text(node, places.at(pointer));
        }
        if (node.isObject()) {
            Map<String, Template> members = new LinkedHashMap<>();
            node.properties().forEach(member -> {
                String inner = LocatedJson.member(pointer, member.getKey());
                checkName(member.getKey(), places.at(inner));
                members.put(member.getKey(), node(member.getValue(), inner, places));
            });
            return new Template.Members(members);
        }
        if (node.isArray()) {
            List<Template> elements = new ArrayList<>();
            for (int i = 0; i < node.size(); i++) {
                elements.add(node(node.get(i), LocatedJson.member(pointer, Integer.toString(i)), places));
            }
            return new Template.Elements(elements);
        }
        return new Template.Fixed(node);
    }

    private void checkName(String name, Position at) {
        if (name.contains(OPEN)) {
            problems.add(at, "a name holds ${", "only values have references; write the name itself");
        }
    }

    private Template text(JsonNode node, Position at) {
        List<Template.Part> parts = new ArrayList<>();
        String text = node.textValue();
        int from = 0;
        for (int open = text.indexOf(OPEN); open >= 0; open = text.indexOf(OPEN, from)) {
            int close = text.indexOf('}', open);
            if (close < 0) {
                problems.add(at, "a reference that begins with ${ has no end", "close it with }");
                return new Template.Fixed(node);
            }
            if (open > from) {
                parts.add(new Template.Part.Written(text.substring(from, open)));
            }
            hole(text.substring(open + OPEN.length(), close), at).ifPresent(parts::add);
            from = close + 1;
        }
        if (from < text.length()) {
            parts.add(new Template.Part.Written(text.substring(from)));
        }
        return template(node, parts, at);
    }

    private Template template(JsonNode node, List<Template.Part> parts, Position at) {
        if (parts.stream().noneMatch(Template.Part.Hole.class::isInstance)) {
            return new Template.Fixed(node);
        }
        if (parts.size() == 1) {
            return new Template.Whole(((Template.Part.Hole) parts.get(0)).reference());
        }
        parts.forEach(part -> {
            if (part instanceof Template.Part.Hole hole) {
                problems.check(at, scope.checkInText(hole.reference()));
            }
        });
        return new Template.Text(parts);
    }

    private Optional<Template.Part> hole(String words, Position at) {
        Parsed<Reference> reference = Reference.parse(words).then(scope::check);
        return problems.check(at, reference).map(Template.Part.Hole::new);
    }
}
