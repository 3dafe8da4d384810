package dev.airlock.failures.limit;

import dev.airlock.failures.text.Words;
import java.math.BigDecimal;
import java.util.Locale;

/** The messages for limits: which limit was exceeded, by how much, and what to do. */
public final class LimitText {
    private static final long MILLIS = 1000;

    private LimitText() {}

    public static Words words(LimitName limit, long configured, long used, BeforeLimit before) {
        return new Words(happened(limit, configured, used) + "." + why(before), next(limit, configured, before));
    }

    public static Words callersTime(long given, long used, BeforeLimit before) {
        boolean inSeconds = given % MILLIS == 0;
        return new Words(
                "It was stopped after " + time(used, inSeconds) + "; its caller allowed " + time(given, inSeconds) + "."
                        + why(before),
                before.waited().map(wait -> wait.what().next()).orElse("Give it more time, or make it do less."));
    }

    /** Returns sentences, to follow the first one, that say how the call came to the limit. */
    private static String why(BeforeLimit before) {
        StringBuilder why = new StringBuilder();
        before.refused()
                .ifPresent(growth -> why.append(" It was refused growth before: ")
                        .append(lowerCase(happened(growth.limit(), growth.configured(), growth.used())))
                        .append('.'));
        before.waited()
                .ifPresentOrElse(
                        wait -> why.append(" It waited ")
                                .append(time(wait.millis(), false))
                                .append(' ')
                                .append(wait.what().phrase())
                                .append('.'),
                        () -> before.wallTimeIn().map(LimitText::place).ifPresent(why::append));
        return why.toString();
    }

    private static String place(WallTimeIn place) {
        return switch (place) {
            case SERVICE -> " Most of that time it waited for the service.";
            case GUEST -> "";
            case HOST -> " Most of that time passed in Airlock, not in the connector or its service.";
        };
    }

    private static String lowerCase(String sentence) {
        return sentence.substring(0, 1).toLowerCase(Locale.ROOT) + sentence.substring(1);
    }

    /**
     * Returns the action to take. A refused growth or a wait comes first, because a change to the limit that ended the call would only
     * delay the end.
     */
    private static String next(LimitName limit, long configured, BeforeLimit before) {
        if (before.refused().isPresent()) {
            return afterRefusal(limit, configured, before.refused().get());
        }
        if (before.waited().isPresent()) {
            return before.waited().get().what().next();
        }
        return before.wallTimeIn()
                .map(place -> next(limit, configured, place))
                .orElseGet(() -> next(limit, configured));
    }

    private static String afterRefusal(LimitName limit, long configured, BeforeLimit.Refused refused) {
        if (refused.configured() >= refused.limit().ceiling()) {
            return less(refused.limit()) + "; no manifest may have a higher `"
                    + refused.limit().wireName() + "`.";
        }
        return "Raise `" + refused.limit().wireName()
                + "` under [limits] in the manifest; if the call still reaches this limit, make the connector do less in one"
                + " call" + (configured < limit.ceiling() ? ", or raise `" + limit.wireName() + "` too." : ".");
    }

    private static String next(LimitName limit, long configured, WallTimeIn place) {
        return switch (place) {
            case SERVICE ->
                orRaise(
                        "Make the connector ask for less in one call",
                        limit,
                        configured,
                        " if the service needs longer");
            case GUEST -> next(limit, configured);
            case HOST -> orRaise("Make the call again when the machine is less busy", limit, configured, "");
        };
    }

    private static String happened(LimitName limit, long configured, long used) {
        boolean inSeconds = configured % MILLIS == 0;
        return happened(limit, amount(limit, configured, inSeconds), amount(limit, used, inSeconds));
    }

    private static String happened(LimitName limit, String configured, String used) {
        return switch (limit) {
            case MEMORY -> "The connector needs " + used + " of memory and may have " + configured;
            case WALL_TIME -> "The call was stopped after " + used + "; it may take " + configured;
            case FUEL -> "The call used " + used + " of fuel and may use " + configured;
            case STACK -> "The connector's calls nest too deeply for a stack of " + configured;
            case TABLE -> "The connector's tables need " + used + " elements and may have " + configured;
            case STDIN -> "The call's arguments take " + used + " and may take " + configured;
            case STDOUT -> "The connector wrote " + used + " to standard output and may write " + configured;
            case STDERR -> "The connector wrote " + used + " to standard error and may write " + configured;
            case LOG -> "The connector logged " + used + " lines and may log " + configured;
            case LOG_BYTES -> "The connector logged " + used + " and may log " + configured;
            case HTTP_RESPONSE -> "A response has " + used + " or more and may have " + configured;
            case EXCHANGES -> "The connector asked for " + used + " exchanges and may make " + configured;
            case HOST_CALLS -> "The connector made " + used + " host calls and may make " + configured;
            case STATE -> "The connector's state would take " + used + " and may take " + configured;
            case STATE_KEYS -> "The connector's state would have " + used + " keys and may have " + configured;
            case MODULE -> "The module has " + used + " and may have " + configured;
            case FUNCTIONS -> "The module has " + used + " functions and may have " + configured;
            case LOCALS -> "A function of the module has " + used + " locals and may have " + configured;
            case NESTING -> "A function of the module nests " + used + " blocks and may nest " + configured;
            case SEGMENTS -> "The module has " + used + " data and element segments and may have " + configured;
            case COMPILE -> "Loading was stopped after " + used + "; it may take " + configured;
            case COMPILE_MEMORY -> "Loading the module takes " + used + " of memory and may take " + configured;
        };
    }

    private static String next(LimitName limit, long configured) {
        return orRaise(less(limit), limit, configured, "");
    }

    /** Proposes to raise the limit, unless it already has the highest value that a manifest may ask for. */
    private static String orRaise(String other, LimitName limit, long configured, String when) {
        return configured < limit.ceiling()
                ? other + ", or raise `" + limit.wireName() + "` under [limits] in the manifest" + when + "."
                : other + "; no manifest may have a higher `" + limit.wireName() + "`.";
    }

    private static String less(LimitName limit) {
        return switch (limit) {
            case MODULE, FUNCTIONS, LOCALS, NESTING, SEGMENTS, COMPILE -> "Build a smaller module";
            case COMPILE_MEMORY ->
                "Build a smaller module, or give the JVM a larger heap (calls and loads share half of it)";
            case STATE, STATE_KEYS ->
                "Make the connector delete state that it does not need, or keep it for a shorter time";
            case STDIN -> "Pass smaller arguments";
            default -> "Make the connector do less in one call";
        };
    }

    private static String amount(LimitName limit, long value, boolean inSeconds) {
        return switch (limit.unit()) {
            case BYTES -> bytes(value);
            case MILLISECONDS -> time(value, inSeconds);
            case COUNT -> limit == LimitName.FUEL ? value + " units" : Long.toString(value);
        };
    }

    private static String time(long millis, boolean inSeconds) {
        return inSeconds ? BigDecimal.valueOf(millis, 3).stripTrailingZeros().toPlainString() + " s" : millis + " ms";
    }

    private static String bytes(long value) {
        if (value >= 1 << 20 && value % (1 << 20) == 0) {
            return (value >> 20) + " MiB";
        }
        if (value >= 1 << 10 && value % (1 << 10) == 0) {
            return (value >> 10) + " KiB";
        }
        return value + " bytes";
    }
}
