package dev.airlock.cli.install.consent;

import dev.airlock.failures.text.ForeignText;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.Operation;
import dev.airlock.registry.install.Candidate;
import dev.airlock.registry.packages.SignatureCheck;
import dev.airlock.registry.packages.SignatureForm;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The screen that a person agrees to when installing a connector: its name, its signer, its permissions, and the changes to them. */
public final class ConsentScreen {
    private static final int LABEL = 12;
    /** The columns of an 80-column terminal after the longest label. */
    private static final int TEXT_WIDTH = 64;
    /** Characters that draw nothing: the separators of Unicode, and the Braille pattern without dots. */
    private static final Pattern BLANKS = Pattern.compile("[\\p{Z}\\x{2800}]+");

    /** The most lines that fit with the question below them on a usual terminal, so that a person need not scroll back. */
    private static final int LINES_AT_ONCE = 40;
    /** The labels of the lines that name the subject. Foreign text never begins in the column of labels. */
    private static final List<String> HEADS = List.of("action", "connector", "version", "signature");

    private static final String UNVERIFIED =
            "Its maker cannot be checked. It has its own state, and gets no credential that is bound"
                    + " to a signed connector of the same name.";

    private static final String MAY = "it may";
    private static final String NEW = "NEW: it may";
    private static final String GONE = "no longer";
    /** The indent of the further lines of an item, so that a connector's own words cannot pass for the next item. */
    private static final String HANGING = "  ";

    private ConsentScreen() {}

    /** Returns the labelled lines of one connector to install. */
    public static List<String> lines(Candidate.Ready ready) {
        return lines(ConnectorTitle.of(ready));
    }

    /** Returns the lines of several connectors, with an empty line between two. */
    public static List<String> lines(List<ConnectorTitle> connectors) {
        List<String> lines = new ArrayList<>();
        for (ConnectorTitle shown : connectors) {
            if (!lines.isEmpty()) {
                lines.add("");
            }
            lines.addAll(lines(shown));
        }
        return lines;
    }

    private static List<String> lines(ConnectorTitle shown) {
        ConnectorManifest.Connector connector = shown.manifest().connector();
        List<String> lines = new ArrayList<>();
        lines.addAll(item("connector", connector.name().toString()));
        lines.addAll(item("version", connector.version() + shown.beside()));
        connector.description().ifPresent(text -> lines.addAll(foreign("says", firstLine(text))));
        lines.addAll(operations(shown));
        lines.add(labelled("hash", shown.hash().shortText()));
        lines.add(labelled("signature", signature(shown.signature())));
        if (!(shown.signature() instanceof SignatureCheck.Verified)) {
            lines.addAll(item("", UNVERIFIED));
        }
        lines.addAll(shown.before()
                .map(before -> difference(before, shown.manifest()))
                .orElseGet(() -> capabilities(shown.manifest())));
        return lines;
    }

    /** Returns the names of the operations, and those that the installed version has not, or has alone. */
    private static List<String> operations(ConnectorTitle shown) {
        List<String> is = names(shown.manifest());
        List<String> was = shown.before().map(ConsentScreen::names).orElse(is);
        List<String> lines = new ArrayList<>();
        addNames(lines, "operations", "", is);
        addNames(lines, "", "new: ", without(is, was));
        addNames(lines, "", "no longer: ", without(was, is));
        return lines;
    }

    private static List<String> names(ConnectorManifest manifest) {
        return manifest.operations().stream().map(Operation::name).toList();
    }

    private static List<String> without(List<String> names, List<String> others) {
        return names.stream().filter(name -> !others.contains(name)).toList();
    }

    private static void addNames(List<String> lines, String label, String before, List<String> names) {
        if (!names.isEmpty()) {
            lines.addAll(item(label, before + String.join(", ", names)));
        }
    }

    /**
     * Returns the end of a screen that is longer than most terminals: its length, its connectors and their signatures, so that a long
     * screen hides none of these.
     */
    public static List<String> recap(List<String> screen) {
        if (screen.size() <= LINES_AT_ONCE) {
            return List.of();
        }
        List<String> lines = new ArrayList<>();
        lines.add("");
        lines.add(String.format(
                Locale.ROOT, "The screen has %,d lines: scroll back to the first. They are about:", screen.size()));
        screen.stream()
                .filter(line -> HEADS.stream().anyMatch(head -> line.startsWith(head + " ")))
                .forEach(lines::add);
        return lines;
    }

    /** Returns the permissions of a connector without an earlier version. */
    static List<String> capabilities(ConnectorManifest manifest) {
        List<String> words = new ArrayList<>(CapabilityWords.of(manifest));
        words.addAll(GradedWords.of(manifest));
        List<String> lines = new ArrayList<>();
        words.forEach(word -> lines.addAll(item(lines.isEmpty() ? MAY : "", word)));
        return orNothing(lines);
    }

    /** Returns the result of the signature check in words. */
    public static String signature(SignatureCheck check) {
        if (check instanceof SignatureCheck.Verified verified) {
            return verified(verified);
        }
        return check instanceof SignatureCheck.NobodyTrusted nobody
                ? "NOT VERIFIED: no key is trusted for " + nobody.authority() + " (airlock keyring trust)"
                : "NONE: it is not signed, so anyone may have made it";
    }

    /** Returns the verified signatures in words. */
    public static String verified(SignatureCheck.Verified verified) {
        return "verified ("
                + verified.forms().stream().sorted().map(SignatureForm::word).collect(Collectors.joining(" and "))
                + "), of " + verified.authority() + ", key " + verified.key().fingerprint();
    }

    /** Returns the unchanged, then the new, then the removed permissions, each with its own label. */
    static List<String> difference(ConnectorManifest before, ConnectorManifest now) {
        List<String> was = CapabilityWords.of(before);
        List<String> is = CapabilityWords.of(now);
        GradedWords.Difference graded = GradedWords.Difference.between(before, now);
        List<String> lines = new ArrayList<>();
        is.stream().filter(was::contains).forEach(word -> lines.addAll(item(MAY, word)));
        graded.same().forEach(word -> lines.addAll(item(MAY, word)));
        is.stream().filter(word -> !was.contains(word)).forEach(word -> lines.addAll(item(NEW, word)));
        graded.more().forEach(word -> lines.addAll(item(NEW, word)));
        was.stream().filter(word -> !is.contains(word)).forEach(word -> lines.addAll(item(GONE, word)));
        graded.less().forEach(word -> lines.addAll(item(GONE, word)));
        return orNothing(lines);
    }

    private static List<String> orNothing(List<String> lines) {
        return lines.isEmpty() ? List.of(labelled(MAY, "compute, and nothing else")) : lines;
    }

    private static String firstLine(String text) {
        return text.lines().findFirst().orElse("");
    }

    /**
     * Returns lines with a label before the first, for foreign text. The text is cut, has single blanks, and is wrapped here rather than by
     * the terminal. So none of its lines begins in the column of labels, and none passes for a line of Airlock.
     */
    public static List<String> foreign(String label, String text) {
        return broken(label, ForeignText.clean(text), "");
    }

    /** Returns the lines of one item of a consent. The text is not cut, and its further lines are indented. */
    public static List<String> item(String label, String text) {
        return broken(label, ForeignText.clean(text, text.length() + 1), HANGING);
    }

    private static List<String> broken(String label, String text, String further) {
        String whole = BLANKS.matcher(text).replaceAll(" ").strip();
        List<String> lines = new ArrayList<>();
        int start = 0;
        do {
            int end = lineEnd(whole, start);
            String part = whole.substring(start, end).strip();
            lines.add(lines.isEmpty() ? labelled(label, part) : labelled("", further + part));
            start = end;
        } while (start < whole.length());
        return lines;
    }

    /**
     * Returns the end of a line: after the last blank that fits into the width, or else within a word. Letters beyond ASCII count as wide.
     */
    private static int lineEnd(String text, int start) {
        int end = start;
        int blank = start;
        for (int columns = 0; end < text.length(); ) {
            int c = text.codePointAt(end);
            columns += c < 0x80 ? 1 : 2;
            if (columns > TEXT_WIDTH && c != ' ') {
                return blank > start ? blank : end;
            }
            end += Character.charCount(c);
            blank = c == ' ' ? end : blank;
        }
        return end;
    }

    /** Returns a line with a label. It is not cut, because a person agrees to the whole. */
    public static String labelled(String label, String text) {
        return label + " ".repeat(Math.max(1, LABEL - label.length())) + ForeignText.clean(text, text.length() + 1);
    }
}
