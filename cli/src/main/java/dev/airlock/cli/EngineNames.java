package dev.airlock.cli;

import dev.airlock.manifests.parsing.Printable;
import dev.airlock.sandbox.engine.Tier;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The engines by the names that {@code --engine} takes. */
final class EngineNames implements ITypeConverter<Tier>, Iterable<String> {
    private static final List<String> NAMES =
            Arrays.stream(Tier.values()).map(Tier::wireName).toList();

    @Override
    public Tier convert(String name) {
        return Arrays.stream(Tier.values())
                .filter(tier -> tier.wireName().equalsIgnoreCase(name))
                .findFirst()
                .orElseThrow(() -> new TypeConversionException(Printable.quoted(name) + " is no engine; write "
                        + NAMES.stream().collect(Collectors.joining(" or "))));
    }

    @Override
    public Iterator<String> iterator() {
        return NAMES.iterator();
    }
}
