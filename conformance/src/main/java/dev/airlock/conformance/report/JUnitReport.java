package dev.airlock.conformance.report;

import dev.airlock.conformance.CheckResult;
import dev.airlock.conformance.CheckResult.Word;
import dev.airlock.conformance.ConformanceReport;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** Writes a report as JUnit XML for build servers. A warning is a passed test with text on its output. */
public final class JUnitReport {
    private final XMLStreamWriter xml;

    private JUnitReport(XMLStreamWriter xml) {
        this.xml = xml;
    }

    /** Returns the document. */
    public static String of(ConformanceReport report) {
        StringWriter text = new StringWriter();
        try {
            new JUnitReport(XMLOutputFactory.newFactory().createXMLStreamWriter(text)).write(report);
        } catch (XMLStreamException e) {
            throw new IllegalStateException("text cannot fail to be written", e);
        }
        return text + "\n";
    }

    private void write(ConformanceReport report) throws XMLStreamException {
        xml.writeStartDocument("UTF-8", "1.0");
        xml.writeStartElement("testsuite");
        xml.writeAttribute("name", "airlock conform " + report.connector());
        xml.writeAttribute("tests", String.valueOf(report.results().size()));
        xml.writeAttribute(
                "failures",
                String.valueOf(report.results().stream()
                        .filter(result -> result.word().fails())
                        .count()));
        xml.writeAttribute("errors", "0");
        xml.writeAttribute(
                "skipped", String.valueOf(report.count(Word.NOT_APPLICABLE) + report.count(Word.NOT_EXERCISED)));
        for (CheckResult result : report.results()) {
            write(result);
        }
        xml.writeEndElement();
        xml.writeEndDocument();
    }

    private void write(CheckResult result) throws XMLStreamException {
        xml.writeStartElement("testcase");
        xml.writeAttribute("classname", "airlock." + result.check().group().word());
        xml.writeAttribute("name", result.check().id());
        boolean isSkipped = result.word() == Word.NOT_APPLICABLE || result.word() == Word.NOT_EXERCISED;
        if (isSkipped) {
            xml.writeEmptyElement("skipped");
            xml.writeAttribute("message", result.remark().orElse(""));
        } else if (result.word() != Word.PASSED) {
            writeFindings(result);
        }
        xml.writeEndElement();
    }

    private void writeFindings(CheckResult result) throws XMLStreamException {
        boolean fails = result.word().fails();
        xml.writeStartElement(fails ? "failure" : "system-out");
        if (fails) {
            xml.writeAttribute("message", result.check().rationale());
        }
        List<String> lines = new ArrayList<>(result.findings());
        result.remark().ifPresent(lines::add);
        lines.add(result.check().reproduce());
        xml.writeCharacters(String.join("\n", lines));
        xml.writeEndElement();
    }
}
