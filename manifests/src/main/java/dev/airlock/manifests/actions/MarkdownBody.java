package dev.airlock.manifests.actions;

import java.util.Optional;
import org.commonmark.node.Node;
import org.commonmark.node.Paragraph;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.text.LineBreakRendering;
import org.commonmark.renderer.text.TextContentRenderer;

/** The body of an action file, read as CommonMark. */
final class MarkdownBody {
    private MarkdownBody() {}

    /** Returns the first paragraph as plain text on one line; empty if there is none. */
    static Optional<String> description(String body) {
        Node document = Parser.builder().build().parse(body);
        for (Node node = document.getFirstChild(); node != null; node = node.getNext()) {
            if (node instanceof Paragraph) {
                String text = TextContentRenderer.builder()
                        .lineBreakRendering(LineBreakRendering.STRIP)
                        .build()
                        .render(node)
                        .strip();
                return text.isEmpty() ? Optional.empty() : Optional.of(text);
            }
        }
        return Optional.empty();
    }
}
