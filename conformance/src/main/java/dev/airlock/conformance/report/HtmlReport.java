package dev.airlock.conformance.report;

import dev.airlock.conformance.Check;
import dev.airlock.conformance.CheckResult;
import dev.airlock.conformance.CheckResult.Word;
import dev.airlock.conformance.ConformanceReport;
import dev.airlock.conformance.Group;
import dev.airlock.conformance.trial.Unexercised;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** Writes a report as one self-contained HTML page: no script, no font, no picture. */
public final class HtmlReport {
    private static final String STYLE = """

            body { font: 15px/1.5 system-ui, sans-serif; margin: 2em auto; max-width: 60em; padding: 0 1em; color: #1c2430; background: #fff }
            h1 { font-size: 1.5em } h2 { font-size: 1.1em; margin: 1.6em 0 .3em }
            .verdict { padding: .6em 1em; border-left: .4em solid #1a7f37; background: #eef8f0 }
            .verdict.fails { border-color: #b3261e; background: #fdeeed }
            .verdict.not_exercised { border-color: #8a5a00; background: #fdf6e3 }
            section { border-top: 1px solid #d5dae1; padding: .4em 0 }
            .word { display: inline-block; min-width: 9em; font-weight: 600; color: #57606a }
            .passed .word { color: #1a7f37 } .error .word, .unexpected_pass .word { color: #b3261e }
            .warning .word, .known .word, .not_exercised .word { color: #8a5a00 }
            code { font: 14px ui-monospace, monospace } p { margin: .2em 0 .2em 9em } li { overflow-wrap: anywhere }
            ul { margin: .2em 0 .2em 9em; padding-left: 1.2em } .why { color: #57606a }
            p, code { overflow-wrap: anywhere }
            @media (max-width: 40em) { p, ul { margin-left: 0 } .word { display: block } }
            @media (prefers-color-scheme: dark) {
              body { color: #dde3ea; background: #14181d } section { border-color: #333b45 }
              .verdict { background: #16301d } .verdict.fails { background: #3a1a18 }
              .verdict.not_exercised { background: #33290f } .why, .word { color: #9aa5b1 }
              .passed .word { color: #5bc27a } .error .word, .unexpected_pass .word { color: #ff8a80 }
              .warning .word, .known .word, .not_exercised .word { color: #e3b341 }
            }
            """;

    private final XMLStreamWriter html;

    private HtmlReport(XMLStreamWriter html) {
        this.html = html;
    }

    /** Returns the page. */
    public static String of(ConformanceReport report) {
        StringWriter text = new StringWriter();
        try {
            new HtmlReport(XMLOutputFactory.newFactory().createXMLStreamWriter(text)).write(report);
        } catch (XMLStreamException e) {
            throw new IllegalStateException("text cannot fail to be written", e);
        }
        return text + "\n";
    }

    private void write(ConformanceReport report) throws XMLStreamException {
        html.writeDTD("<!DOCTYPE html>");
        html.writeStartElement("html");
        html.writeAttribute("lang", "en");
        head("Conformance of " + report.connector());
        html.writeStartElement("body");
        html.writeStartElement("main");
        element("h1", "", "Conformance of " + report.connector());
        element(
                "p",
                "verdict " + report.status().word(),
                TextReport.headline(report) + " " + TextReport.summary(report) + ".");
        unexercised(report.unexercised());
        for (Group group : Group.values()) {
            List<CheckResult> results = report.results().stream()
                    .filter(result -> result.check().group() == group)
                    .toList();
            element("h2", "", group.word());
            for (CheckResult result : results) {
                write(result);
            }
        }
        element("h2", "", "what the words mean");
        element("p", "why", words());
        html.writeEndElement();
        html.writeEndElement();
        html.writeEndElement();
    }

    private void unexercised(List<Unexercised> all) throws XMLStreamException {
        if (all.isEmpty()) {
            return;
        }
        element("h2", "", "not exercised");
        for (Unexercised one : all) {
            html.writeStartElement("section");
            html.writeAttribute("class", Word.NOT_EXERCISED.word());
            element("span", "word", one.call());
            element("p", "", one.why());
            element("p", "why", one.next());
            html.writeEndElement();
        }
    }

    private void head(String title) throws XMLStreamException {
        html.writeStartElement("head");
        html.writeEmptyElement("meta");
        html.writeAttribute("charset", "utf-8");
        html.writeEmptyElement("meta");
        html.writeAttribute("name", "viewport");
        html.writeAttribute("content", "width=device-width, initial-scale=1");
        element("title", "", title);
        element("style", "", STYLE);
        html.writeEndElement();
    }

    private void write(CheckResult result) throws XMLStreamException {
        html.writeStartElement("section");
        html.writeAttribute("class", result.word().word());
        html.writeAttribute("id", result.check().id());
        element("span", "word", result.word().word().replace('_', ' '));
        element("code", "", result.check().id());
        if (result.remark().isPresent()) {
            element("p", "why", result.remark().get());
        }
        if (!result.findings().isEmpty()) {
            html.writeStartElement("ul");
            for (String finding : result.findings()) {
                element("li", "", finding);
            }
            html.writeEndElement();
            element("p", "why", "Why: " + result.check().rationale());
            element("p", "why", "See: " + result.check().reproduce());
        }
        html.writeEndElement();
    }

    private static String words() {
        return Arrays.stream(Word.values())
                        .map(word -> word.word().replace('_', ' ') + ": " + word.meaning())
                        .collect(Collectors.joining("; "))
                + ". The list of checks has version " + Check.LIST_VERSION + ".";
    }

    private void element(String name, String style, String text) throws XMLStreamException {
        html.writeStartElement(name);
        if (!style.isEmpty()) {
            html.writeAttribute("class", style);
        }
        html.writeCharacters(text);
        html.writeEndElement();
    }
}
