package dev.airlock.conformance.report;

import java.io.StringWriter;
import java.math.BigDecimal;
import java.util.List;
import java.util.OptionalLong;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** A document of JUnit XML, as build servers read it. It replaces the characters that XML cannot represent. */
public final class JUnitDocument {
    private static final int REPLACEMENT = 0xfffd;

    private final XMLStreamWriter xml;

    private JUnitDocument(XMLStreamWriter xml) {
        this.xml = xml;
    }

    /**
     * A test case.
     *
     * @param group the name under which a build server lists it
     * @param name its own name
     * @param millis how long it took; empty if that is not known
     */
    public record Case(String group, String name, OptionalLong millis, Verdict verdict) {}

    /** The verdict on a test case. */
    public sealed interface Verdict {
        /** It passed. */
        record Passed() implements Verdict {}

        /** It passed, with a text on its output. */
        record Remarked(String text) implements Verdict {}

        /** It failed. */
        record Failed(String message, String text) implements Verdict {}

        /** It was not run. */
        record Skipped(String message) implements Verdict {}
    }

    /**
     * Returns the document.
     *
     * @param suite the name of the test suite
     */
    public static String of(String suite, List<Case> cases) {
        StringWriter text = new StringWriter();
        try {
            new JUnitDocument(XMLOutputFactory.newFactory().createXMLStreamWriter(text)).write(suite, cases);
        } catch (XMLStreamException e) {
            throw new IllegalStateException("a document in memory cannot fail to be written", e);
        }
        return text + "\n";
    }

    private void write(String suite, List<Case> cases) throws XMLStreamException {
        xml.writeStartDocument("UTF-8", "1.0");
        line(0);
        xml.writeStartElement("testsuite");
        attribute("name", suite);
        attribute("tests", Integer.toString(cases.size()));
        attribute("failures", count(cases, Verdict.Failed.class));
        attribute("errors", "0");
        attribute("skipped", count(cases, Verdict.Skipped.class));
        for (Case one : cases) {
            write(one);
        }
        line(0);
        xml.writeEndElement();
        xml.writeEndDocument();
        xml.flush();
    }

    private static String count(List<Case> cases, Class<? extends Verdict> kind) {
        return Long.toString(
                cases.stream().filter(one -> kind.isInstance(one.verdict())).count());
    }

    private void write(Case one) throws XMLStreamException {
        line(1);
        xml.writeStartElement("testcase");
        attribute("classname", one.group());
        attribute("name", one.name());
        if (one.millis().isPresent()) {
            attribute("time", BigDecimal.valueOf(one.millis().getAsLong(), 3).toPlainString());
        }
        if (!(one.verdict() instanceof Verdict.Passed)) {
            line(2);
            write(one.verdict());
            line(1);
        }
        xml.writeEndElement();
    }

    private void write(Verdict verdict) throws XMLStreamException {
        if (verdict instanceof Verdict.Skipped skipped) {
            xml.writeEmptyElement("skipped");
            attribute("message", skipped.message());
        } else if (verdict instanceof Verdict.Failed failed) {
            xml.writeStartElement("failure");
            attribute("message", failed.message());
            xml.writeCharacters(clean(failed.text()));
            xml.writeEndElement();
        } else if (verdict instanceof Verdict.Remarked remarked) {
            xml.writeStartElement("system-out");
            xml.writeCharacters(clean(remarked.text()));
            xml.writeEndElement();
        }
    }

    private void attribute(String name, String value) throws XMLStreamException {
        xml.writeAttribute(name, clean(value));
    }

    private void line(int depth) throws XMLStreamException {
        xml.writeCharacters("\n" + "  ".repeat(depth));
    }

    private static String clean(String text) {
        StringBuilder out = new StringBuilder();
        text.codePoints().map(c -> isCharacter(c) ? c : REPLACEMENT).forEach(out::appendCodePoint);
        return out.toString();
    }

    /** Whether XML 1.0 has a character (section 2.2). A carriage return would come back as a line feed. */
    private static boolean isCharacter(int c) {
        return c == '\n'
                || c == '\t'
                || (c >= ' ' && c < Character.MIN_SURROGATE)
                || (c > Character.MAX_SURROGATE && c < 0xfffe)
                || c > 0xffff;
    }
}
