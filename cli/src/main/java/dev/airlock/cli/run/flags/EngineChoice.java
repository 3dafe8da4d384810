package dev.airlock.cli.run.flags;

import dev.airlock.formats.text.Printable;
import dev.airlock.sandbox.api.LoadOptions;
import dev.airlock.sandbox.engine.Tier;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The values of {@code --engine}. */
public enum EngineChoice {
    /** The engine that answers first. */
    AUTO("auto", Optional.empty()),
    COMPILED(Tier.COMPILED.wireName(), Optional.of(Tier.COMPILED)),
    INTERPRETED(Tier.INTERPRETED.wireName(), Optional.of(Tier.INTERPRETED));

    private final String word;
    private final Optional<Tier> tier;

    EngineChoice(String word, Optional<Tier> tier) {
        this.word = word;
        this.tier = tier;
    }

    /** Returns the options with this choice. */
    public LoadOptions addTo(LoadOptions options) {
        return tier.map(options::withTier).orElse(options);
    }

    /** The words, for the command line and its completion. */
    public static final class Words implements ITypeConverter<EngineChoice>, Iterable<String> {
        private static final List<String> ALL =
                Arrays.stream(values()).map(choice -> choice.word).toList();

        @Override
        public EngineChoice convert(String name) {
            return Arrays.stream(values())
                    .filter(choice -> choice.word.equalsIgnoreCase(name))
                    .findFirst()
                    .orElseThrow(() -> new TypeConversionException(
                            Printable.quoted(name) + " is not an engine; write " + String.join(" or ", ALL)));
        }

        @Override
        public Iterator<String> iterator() {
            return ALL.iterator();
        }
    }
}
