package dev.airlock.cli.run;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.cli.console.Amounts;
import dev.airlock.failures.limit.LimitName;
import dev.airlock.manifests.limits.LimitRule;
import dev.airlock.manifests.limits.Limits;
import dev.airlock.sandbox.api.Usage;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The share of each limit that a call used. */
final class Headroom {
    private static final int ALL = 100;

    private record Row(LimitName limit, long used, long most) {
        double percent() {
            return (double) ALL * used / most;
        }
    }

    private final List<Row> rows = new ArrayList<>();

    Headroom(Usage usage, Limits limits) {
        add(limits, LimitName.FUEL, usage.fuel());
        add(limits, LimitName.MEMORY, usage.memoryPeakBytes());
        add(limits, LimitName.WALL_TIME, usage.wallMillis());
        add(limits, LimitName.EXCHANGES, usage.exchanges());
        add(limits, LimitName.HOST_CALLS, usage.hostCalls());
    }

    private void add(Limits limits, LimitName name, long used) {
        rows.add(new Row(name, used, limits.get(name)));
    }

    /** Returns a line for each limit. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add("headroom:");
        rows.forEach(row -> lines.add(String.format(
                Locale.ROOT,
                "  %-10s %5.1f %%  %s of %s",
                row.limit().wireName(),
                row.percent(),
                amount(row.limit(), row.used()),
                LimitRule.of(row.limit()).text(row.most()))));
        return lines;
    }

    private static String amount(LimitName limit, long used) {
        return switch (limit.unit()) {
            case BYTES -> Amounts.size(used);
            case MILLISECONDS -> String.format(Locale.ROOT, "%,d ms", used);
            case COUNT -> String.format(Locale.ROOT, "%,d", used);
        };
    }

    /** Returns the shares as a document. */
    ObjectNode document() {
        ObjectNode document = JsonNodeFactory.instance.objectNode();
        rows.forEach(row -> document.putObject(row.limit().wireName())
                .put("used", row.used())
                .put("limit", row.most()));
        return document;
    }
}
