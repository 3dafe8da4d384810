package dev.airlock.manifests.limits;

import dev.airlock.failures.limit.LimitName;
import dev.airlock.failures.limit.LimitName.Unit;
import dev.airlock.formats.text.Parsed;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The table of limits: for each name the default and the range that a manifest may ask for.
 *
 * <p>Numbers are in the name's unit: bytes, milliseconds, or a count. The table is published in
 * {@code src/abi/limits.md}.
 */
public enum LimitRule {
    MEMORY(LimitName.MEMORY, mib(64), LimitRule.PAGE),
    WALL_TIME(LimitName.WALL_TIME, seconds(30), 1),
    /** The default is that for the default wall time; it follows the wall time, see {@link Limits}. */
    FUEL(LimitName.FUEL, 30_000_000_000L, 1),
    STACK(LimitName.STACK, mib(1), LimitRule.PAGE),
    TABLE(LimitName.TABLE, 100_000, 1),
    STDIN(LimitName.STDIN, mib(8), 1),
    STDOUT(LimitName.STDOUT, mib(8), 1),
    STDERR(LimitName.STDERR, mib(64), 1),
    LOG(LimitName.LOG, 1_000, 1),
    LOG_BYTES(LimitName.LOG_BYTES, mib(1), 1),
    HTTP_RESPONSE(LimitName.HTTP_RESPONSE, mib(8), 1),
    EXCHANGES(LimitName.EXCHANGES, 50, 1),
    HOST_CALLS(LimitName.HOST_CALLS, 10_000, 1),
    STATE(LimitName.STATE, mib(1), 1),
    STATE_KEYS(LimitName.STATE_KEYS, 1_000, 1),
    MODULE(LimitName.MODULE, mib(64), 1),
    FUNCTIONS(LimitName.FUNCTIONS, 50_000, 1),
    LOCALS(LimitName.LOCALS, 50_000, 1),
    NESTING(LimitName.NESTING, 10_000, 1),
    SEGMENTS(LimitName.SEGMENTS, 200_000, 1),
    COMPILE(LimitName.COMPILE, seconds(180), 1),
    COMPILE_MEMORY(LimitName.COMPILE_MEMORY, mib(1024), LimitRule.PAGE);

    private static final long PAGE = 65_536;

    private static final Map<LimitName, LimitRule> BY_NAME = Arrays.stream(values())
            .collect(Collectors.toMap(
                    LimitRule::limit, Function.identity(), (a, b) -> a, () -> new EnumMap<>(LimitName.class)));

    private final LimitName limit;
    private final long standard;
    private final long minimum;

    LimitRule(LimitName limit, long standard, long minimum) {
        this.limit = limit;
        this.standard = standard;
        this.minimum = minimum;
    }

    /** Returns the rule for a limit; every limit has one. */
    public static LimitRule of(LimitName limit) {
        return Objects.requireNonNull(BY_NAME.get(limit));
    }

    /** Returns the limit of this rule. */
    public LimitName limit() {
        return limit;
    }

    /** Returns the default. */
    public long standard() {
        return standard;
    }

    /** Returns the lowest value that a manifest may ask for. */
    public long minimum() {
        return minimum;
    }

    /** Returns the highest value that a manifest may ask for. */
    public long ceiling() {
        return limit.ceiling();
    }

    /** Returns a value of this limit as it is written in a manifest, without quotes: {@code 64MiB}, {@code 30s}, {@code 1000}. */
    public String text(long value) {
        return switch (limit.unit()) {
            case BYTES -> new ByteSize(value).toString();
            case MILLISECONDS -> TimeSpan.text(Duration.ofMillis(value));
            case COUNT -> Long.toString(value);
        };
    }

    /** Returns the line that sets this limit in a manifest: {@code memory = "64MiB"}. */
    public String line(long value) {
        String text = text(value);
        String right = limit.unit() == Unit.COUNT ? text : '"' + text + '"';
        return limit.wireName() + " = "
                + (limit.aspect().isEmpty() ? right : "{ " + limit.aspect() + " = " + right + " }");
    }

    private String label() {
        return limit.aspect().isEmpty() ? limit.wireName() : limit.wireName() + "." + limit.aspect();
    }

    /**
     * Returns a time in this limit's unit.
     *
     * @throws IllegalArgumentException if this limit is not one of time
     */
    public long units(Duration time) {
        return units(Unit.MILLISECONDS, time.toMillis());
    }

    /**
     * Returns a size in this limit's unit.
     *
     * @throws IllegalArgumentException if this limit is not one of bytes
     */
    public long units(ByteSize size) {
        return units(Unit.BYTES, size.bytes());
    }

    private long units(Unit unit, long value) {
        if (limit.unit() != unit) {
            throw new IllegalArgumentException(
                    label() + " is counted in " + limit.unit().name().toLowerCase(Locale.ROOT));
        }
        return value;
    }

    /** Returns the value if it lies within the permitted range. */
    public Parsed<Long> check(long value) {
        if (value >= minimum && value <= ceiling()) {
            return Parsed.ok(value);
        }
        String what = label() + " = " + (value < 0 ? Long.toString(value) : text(value))
                + (value > ceiling() ? " is above its ceiling" : " is too small");
        return Parsed.wrong(what, "permitted is " + text(minimum) + " to " + text(ceiling()));
    }

    /** Returns the value of a text in a manifest, if it has the form of this limit and lies within the permitted range. */
    public Parsed<Long> parse(String text) {
        Parsed<Long> value = switch (limit.unit()) {
            case BYTES -> ByteSize.parse(text).map(ByteSize::bytes);
            case MILLISECONDS -> TimeSpan.parse(text).map(Duration::toMillis);
            case COUNT -> count(text);
        };
        if (value instanceof Parsed.Wrong<Long> wrong) {
            return Parsed.wrong(label() + ": " + wrong.what(), wrong.right());
        }
        return value.then(this::check);
    }

    private static Parsed<Long> count(String text) {
        boolean isNumber = !text.isEmpty() && text.length() <= 18 && Digits.end(text) == text.length();
        return isNumber
                ? Parsed.ok(Long.parseLong(text))
                : Parsed.wrong("it is not a whole number", "write a whole number without a unit, for instance 1000");
    }

    private static long mib(long number) {
        return number << 20;
    }

    private static long seconds(long number) {
        return number * 1_000;
    }
}
