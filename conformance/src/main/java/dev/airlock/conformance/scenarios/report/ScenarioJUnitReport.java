package dev.airlock.conformance.scenarios.report;

import dev.airlock.conformance.scenarios.ScenarioResult;
import dev.airlock.conformance.scenarios.expectation.Difference;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Collectors;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** Writes results as JUnit XML for build servers. */
public final class ScenarioJUnitReport {
    private ScenarioJUnitReport() {}

    /**
     * Returns the document.
     *
     * @param connector the connector's name
     */
    public static String of(String connector, List<ScenarioResult> results) {
        StringWriter text = new StringWriter();
        try {
            XMLStreamWriter xml = XMLOutputFactory.newFactory().createXMLStreamWriter(text);
            xml.writeStartDocument("UTF-8", "1.0");
            line(xml, 0);
            xml.writeStartElement("testsuite");
            xml.writeAttribute("name", clean(connector));
            xml.writeAttribute("tests", Integer.toString(results.size()));
            xml.writeAttribute(
                    "failures",
                    Long.toString(
                            results.stream().filter(result -> !result.passed()).count()));
            xml.writeAttribute("errors", "0");
            xml.writeAttribute("skipped", "0");
            for (ScenarioResult result : results) {
                write(xml, connector, result);
            }
            line(xml, 0);
            xml.writeEndElement();
            xml.writeEndDocument();
            xml.flush();
        } catch (XMLStreamException e) {
            throw new IllegalStateException("a report in memory cannot fail to be written", e);
        }
        return text + "\n";
    }

    private static void write(XMLStreamWriter xml, String connector, ScenarioResult result) throws XMLStreamException {
        line(xml, 1);
        xml.writeStartElement("testcase");
        xml.writeAttribute("classname", clean(connector));
        xml.writeAttribute("name", clean(result.scenario().name()));
        xml.writeAttribute(
                "time",
                BigDecimal.valueOf(result.outcome().usage().wallMillis(), 3).toPlainString());
        if (!result.passed()) {
            line(xml, 2);
            xml.writeStartElement("failure");
            xml.writeAttribute(
                    "message",
                    clean(result.differences().stream().map(Difference::at).collect(Collectors.joining(", "))));
            xml.writeCharacters(clean(String.join("\n", DifferenceText.lines(result.differences()))));
            xml.writeEndElement();
            line(xml, 1);
        }
        xml.writeEndElement();
    }

    private static void line(XMLStreamWriter xml, int depth) throws XMLStreamException {
        xml.writeCharacters("\n" + "  ".repeat(depth));
    }

    /** Replaces the characters that XML cannot represent, which are most control characters. */
    private static String clean(String text) {
        StringBuilder out = new StringBuilder();
        text.codePoints()
                .map(c -> c == '\n'
                                || c == '\t'
                                || (c >= ' ' && !Character.isSurrogate((char) c) && c != 0xfffe && c != 0xffff)
                                || c > 0xffff
                        ? c
                        : 0xfffd)
                .forEach(out::appendCodePoint);
        return out.toString();
    }
}
