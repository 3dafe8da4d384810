package dev.airlock.cli.profile;

import dev.airlock.failures.text.ForeignText;
import dev.airlock.sandbox.call.FuelProfile;
import dev.airlock.sandbox.call.FuelProfile.Node;
import dev.airlock.sandbox.wasm.ModuleInfo;
import dev.airlock.sandbox.wasm.format.Extern;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Writes a profile as one page: a flame graph and a table of functions. The page loads nothing, its only script zooms and searches, and the
 * same profile gives the same bytes.
 */
public final class FlameGraph {
    private static final int WIDTH = 1200;
    private static final int ROW = 18;
    private static final double LEAST_WIDTH = 0.4;
    private static final int MOST_ROWS = 120;
    private static final int CHARACTER = 7;
    private static final int TABLE_ROWS = 50;
    private static final int LONGEST_NAME = 200;

    private final ModuleInfo module;
    private final List<String> imports;
    private final StringBuilder boxes = new StringBuilder();
    private final Map<Integer, long[]> functions = new HashMap<>();
    private double total;
    private int deepest;

    /** A writer for a page about that module. Use it once. */
    public FlameGraph(ModuleInfo module) {
        this.module = module;
        this.imports = module.imports().stream()
                .filter(declared -> declared.kind() == Extern.Kind.FUNCTION)
                .map(declared -> declared.module() + "." + declared.name())
                .toList();
    }

    /**
     * Returns the page.
     *
     * @param title the name of the call
     */
    public String page(String title, FuelProfile profile) {
        total = Math.max(1, profile.root().total());
        draw(profile.root(), 0, 0);
        count(profile.root(), new ArrayList<>());
        int height = (deepest + 1) * ROW;
        PageScript script = PageScript.ofFlameGraph();
        return """
                <!DOCTYPE html>
                <html lang="en">
                <head>
                <meta charset="utf-8">
                <meta name="viewport" content="width=device-width, initial-scale=1">
                <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src %s">
                <title>%s</title>
                <style>
                body { font: 14px sans-serif; margin: 2em; color: #222; background: #fff; }
                svg { max-width: 100%%; height: auto; }
                table { display: block; overflow-x: auto; }
                svg text { font: 11px monospace; pointer-events: none; }
                svg rect { stroke: #fff; stroke-width: 0.5; }
                svg rect:hover { stroke: #000; }
                svg g > g { cursor: pointer; }
                svg .hit rect { fill: #7ab8ff; }
                td, th { padding: 0.1em 1em 0.1em 0; text-align: right; font-variant-numeric: tabular-nums; }
                td:last-child, th:last-child { text-align: left; font-family: monospace; }
                </style>
                </head>
                <body>
                <main>
                <h1>%s</h1>
                <p>%s units of fuel. A box is a function; its width is the fuel that it and its callees used. Its caller is
                below it. Point at a box for its numbers.</p>
                <p id="tools" hidden><label>Find a function: <input id="find" type="search"></label> <output id="found" for="find"></output>
                <button id="whole" type="button" disabled>Show the whole call</button><br>
                Click on a box to see it alone. In the field, Enter shows the widest box found, then the next one, and Escape the whole call.</p>
                %s<svg width="%d" height="%d" viewBox="0 0 %d %d" role="img" aria-label="flame graph of fuel">
                %s</svg>
                <h2>Functions</h2>
                <table>
                <tr><th>itself</th><th>%%</th><th>with its callees</th><th>function</th></tr>
                %s</table>
                </main>
                <script>%s</script>
                </body>
                </html>
                """.formatted(
                        script.source(),
                        escaped(title),
                        escaped(title),
                        amount((long) total),
                        withoutNames(),
                        WIDTH,
                        height,
                        WIDTH,
                        height,
                        placed(height),
                        table(),
                        script.text());
    }

    private String withoutNames() {
        return module.customSections().contains("name")
                ? ""
                : "<p>The module has no names of functions: it was built without them, or airlock pack took them out.</p>\n";
    }

    /** Returns the boxes, with the first row at the bottom. */
    private String placed(int height) {
        return "<g transform=\"translate(0," + (height - ROW) + ")\">\n" + boxes + "</g>\n";
    }

    private void draw(Node node, double left, int depth) {
        double width = node.total() / total * WIDTH;
        if (width < LEAST_WIDTH || depth > MOST_ROWS) {
            return;
        }
        deepest = Math.max(deepest, depth);
        box(node, left, width, depth);
        double at = left;
        for (Node callee : node.callees()) {
            draw(callee, at, depth + 1);
            at += callee.total() / total * WIDTH;
        }
    }

    private void box(Node node, double left, double width, int depth) {
        String name = name(node.function());
        String told = name + ": " + amount(node.total()) + " units, " + share(node.total()) + " %; itself "
                + amount(node.self());
        int y = -depth * ROW;
        boxes.append(String.format(
                Locale.ROOT,
                "<g><title>%s</title><rect x=\"%.2f\" y=\"%d\" width=\"%.2f\" height=\"%d\" fill=\"%s\"/>",
                escaped(told),
                left,
                y,
                width,
                ROW - 1,
                colour(name)));
        int room = (int) (width / CHARACTER) - 1;
        if (room > 2) {
            boxes.append(String.format(
                    Locale.ROOT,
                    "<text x=\"%.2f\" y=\"%d\">%s</text>",
                    left + 3,
                    y + ROW - 6,
                    escaped(shortened(name, room))));
        }
        boxes.append("</g>\n");
    }

    /** Returns as much of a name as there is room for. Names differ at their ends, after a package or a class. */
    private static String shortened(String name, int room) {
        String clean = ForeignText.clean(name);
        int length = clean.codePointCount(0, clean.length());
        return length <= room ? clean : "…" + clean.substring(clean.offsetByCodePoints(0, length - room + 1));
    }

    /** Sums the fuel of each function by itself and with its callees. For a recursive function, only its outermost call counts. */
    private void count(Node node, List<Integer> callers) {
        long[] sums = functions.computeIfAbsent(node.function(), unseen -> new long[2]);
        sums[0] += node.self();
        if (!callers.contains(node.function())) {
            sums[1] += node.total();
        }
        callers.add(node.function());
        node.callees().forEach(callee -> count(callee, callers));
        callers.remove(callers.size() - 1);
    }

    private String table() {
        StringBuilder rows = new StringBuilder();
        functions.entrySet().stream()
                .filter(entry -> entry.getKey() >= 0)
                .sorted(Comparator.<Map.Entry<Integer, long[]>>comparingLong(entry -> -entry.getValue()[0])
                        .thenComparing(Map.Entry::getKey))
                .limit(TABLE_ROWS)
                .forEach(entry -> rows.append("<tr><td>")
                        .append(amount(entry.getValue()[0]))
                        .append("</td><td>")
                        .append(share(entry.getValue()[0]))
                        .append("</td><td>")
                        .append(amount(entry.getValue()[1]))
                        .append("</td><td>")
                        .append(escaped(name(entry.getKey())))
                        .append("</td></tr>\n"));
        return rows.toString();
    }

    private String name(int function) {
        if (function < 0) {
            return "the call";
        }
        String name = function < imports.size()
                ? imports.get(function)
                : module.functionNames().of(function).orElse("func[" + function + "]");
        return ForeignText.clean(name, LONGEST_NAME);
    }

    private String share(long units) {
        return String.format(Locale.ROOT, "%.1f", 100 * units / total);
    }

    private static String amount(long units) {
        return String.format(Locale.ROOT, "%,d", units);
    }

    /** Returns a warm colour derived from the name. */
    private static String colour(String name) {
        int hash = Math.floorMod(name.hashCode(), 60);
        return "hsl(" + (10 + hash * 2 / 3) + "," + (70 + hash / 3) + "%," + (62 + hash / 4) + "%)";
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
