package dev.airlock.benchmarks.peers.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.airlock.benchmarks.peers.subject.MeasuredConnector;
import dev.airlock.benchmarks.peers.subject.Metric;
import dev.airlock.benchmarks.peers.subject.Peer;
import java.util.Locale;

/** Writes a measurement as JSON, with every value of every round, in milliseconds, microseconds, calls per second or bytes. */
public final class PeerJsonReport {
    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    private PeerJsonReport() {}

    public static String of(Measurement measurement) {
        ObjectNode report = JsonNodeFactory.instance.objectNode();
        report.set("machine", JSON.valueToTree(measurement.machine()));
        report.set("effort", JSON.valueToTree(measurement.effort()));
        ArrayNode peers = report.putArray("runtimes");
        for (Peer peer : measurement.peers()) {
            ObjectNode entry = peers.addObject().put("name", peer.name()).put("about", peer.about());
            entry.put("version", measurement.results().versions().get(peer.name()));
            entry.put("not_measured", measurement.absent().get(peer.name()));
        }
        ArrayNode connectors = report.putArray("connectors");
        measurement
                .subjects()
                .forEach(subject -> connectors
                        .addObject()
                        .put("name", subject.name())
                        .put("bytes", subject.moduleBytes())
                        .set("results", results(measurement, subject)));
        report.set("targets", targets(measurement));
        report.set("failures", JSON.valueToTree(measurement.results().failures()));
        try {
            return JSON.writeValueAsString(report) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree of JSON that cannot be written", e);
        }
    }

    private static ArrayNode results(Measurement measurement, MeasuredConnector subject) {
        ArrayNode results = JsonNodeFactory.instance.arrayNode();
        for (Peer peer : measurement.peers()) {
            for (Metric metric : measurement.metrics(subject)) {
                if (peer.gives(subject, metric)) {
                    results.add(result(measurement, subject, peer, metric));
                }
            }
        }
        return results;
    }

    private static ObjectNode result(Measurement measurement, MeasuredConnector subject, Peer peer, Metric metric) {
        ObjectNode result = JsonNodeFactory.instance
                .objectNode()
                .put("runtime", peer.name())
                .put("metric", metric.name().toLowerCase(Locale.ROOT))
                .put("unit", unit(metric));
        measurement
                .summary(subject, peer, metric)
                .ifPresentOrElse(
                        summary -> {
                            result.put("median", summary.median())
                                    .put("least", summary.least())
                                    .put("most", summary.most());
                            result.set("rounds", JSON.valueToTree(summary.values()));
                        },
                        () -> result.put(
                                "not_measured",
                                measurement.reason(subject, peer, metric).orElse("it failed")));
        result.set("notes", JSON.valueToTree(measurement.results().notes(subject.name(), peer.name(), metric)));
        return result;
    }

    private static String unit(Metric metric) {
        return switch (metric.unit()) {
            case MILLIS -> "ms";
            case MICROS -> "us";
            case PER_SECOND -> "1/s";
            case BYTES -> "bytes";
        };
    }

    private static ArrayNode targets(Measurement measurement) {
        ArrayNode targets = JsonNodeFactory.instance.arrayNode();
        for (PerformanceTarget target : Targets.all()) {
            ObjectNode entry = targets.addObject().put("what", target.what());
            target.bound().ifPresent(bound -> entry.put(target.aim().key(), bound));
            target.stretch().ifPresent(stretch -> entry.put("stretch", stretch));
            target.measured(measurement.results()).ifPresent(value -> {
                entry.put("measured", value);
                target.bound().ifPresent(bound -> entry.put("met", target.aim().meets(value, bound)));
            });
        }
        return targets;
    }
}
