package dev.airlock.manifests;

import dev.airlock.formats.text.Parsed;
import dev.airlock.formats.text.Printable;
import dev.airlock.formats.toml.Section;
import dev.airlock.formats.toml.tree.Located;
import dev.airlock.formats.toml.tree.Position;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Lists of texts without duplicates. */
final class Lists {
    private Lists() {}

    /** Returns the checked elements of a list in their order. Omits and reports wrong and repeated elements. */
    static <T> List<T> distinct(Section table, String key, Function<String, Parsed<T>> parser) {
        return distinct(table, table.lines(key).orElse(List.of()), parser);
    }

    /** Does the same for elements that were already read. */
    static <T> List<T> distinct(Section table, List<Located<String>> elements, Function<String, Parsed<T>> parser) {
        Map<T, Position> seen = new LinkedHashMap<>();
        for (Located<String> element : elements) {
            Optional<T> value = table.problems().check(element.at(), parser.apply(element.value()));
            value.ifPresent(checked -> add(table, seen, new Located<>(checked, element.at())));
        }
        return List.copyOf(seen.keySet());
    }

    private static <T> void add(Section table, Map<T, Position> seen, Located<T> element) {
        @Nullable Position first = seen.putIfAbsent(element.value(), element.at());
        if (first != null) {
            table.problems()
                    .add(
                            element.at(),
                            Printable.quoted(element.value().toString()) + " is listed twice, first at " + first.line()
                                    + ":" + first.column(),
                            "write it once");
        }
    }
}
