package dev.airlock.conformance.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.conformance.Check;
import dev.airlock.conformance.CheckResult;
import dev.airlock.conformance.ConformanceReport;

/** Writes a report as one JSON document. */
public final class JsonReport {
    private JsonReport() {}

    /** Returns the document. */
    public static ObjectNode of(ConformanceReport report) {
        ObjectNode document = JsonNodeFactory.instance
                .objectNode()
                .put("connector", report.connector())
                .put("checks_version", Check.LIST_VERSION)
                .put("conforms", report.conforms())
                .put("status", report.status().word());
        ObjectNode summary = document.putObject("summary");
        for (CheckResult.Word word : CheckResult.Word.values()) {
            summary.put(word.word(), report.count(word));
        }
        ArrayNode unexercised = document.putArray("unexercised");
        report.unexercised()
                .forEach(one -> unexercised
                        .addObject()
                        .put("call", one.call())
                        .put("why", one.why())
                        .put("next", one.next()));
        ArrayNode results = document.putArray("results");
        report.results().forEach(result -> results.add(node(result)));
        return document;
    }

    private static ObjectNode node(CheckResult result) {
        ObjectNode node =
                CheckList.described(result.check()).put("result", result.word().word());
        result.remark().ifPresent(remark -> node.put("reason", remark));
        ArrayNode findings = node.putArray("findings");
        result.findings().forEach(findings::add);
        return node;
    }
}
