package dev.airlock.manifests.actions;

import dev.airlock.formats.toml.tree.Position;
import java.util.Optional;

/**
 * The two halves of an action file. Lines keep their numbers, because an empty line replaces the opening fence.
 *
 * @param toml the text between the two lines of three plus signs
 * @param body the text after them
 * @param bodyLine the number of the body's first line
 */
record FrontMatter(String toml, String body, int bodyLine) {
    private static final String FENCE = "+++";

    /** A problem with the halves. */
    record Broken(Position at, String what, String right) {}

    /** Returns the halves, if the file has both. */
    static Optional<FrontMatter> of(String text) {
        String[] lines = text.split("\n", -1);
        if (!isFence(lines[0])) {
            return Optional.empty();
        }
        StringBuilder toml = new StringBuilder("\n");
        for (int i = 1; i < lines.length; i++) {
            if (isFence(lines[i])) {
                int at = i + 1;
                String body = at >= lines.length
                        ? ""
                        : String.join("\n", java.util.Arrays.asList(lines).subList(at, lines.length));
                return Optional.of(new FrontMatter(toml.toString(), body, at + 1));
            }
            toml.append(lines[i]).append('\n');
        }
        return Optional.empty();
    }

    /** Returns the reason why a text has no two halves. */
    static Broken broken(String text) {
        String[] lines = text.split("\n", -1);
        return isFence(lines[0])
                ? new Broken(
                        new Position(1, 1),
                        "the front matter has no end",
                        "put a line with +++ between the TOML and the description")
                : new Broken(
                        new Position(1, 1),
                        "the file does not begin with front matter",
                        "begin it with a line with +++, then TOML, then a line with +++, then the description");
    }

    private static boolean isFence(String line) {
        return line.stripTrailing().equals(FENCE);
    }
}
