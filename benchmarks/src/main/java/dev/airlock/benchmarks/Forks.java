package dev.airlock.benchmarks;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The result of one benchmark: the time of each JVM that ran it, in microseconds, sorted. A JVM's time is the median of its iterations. */
record Forks(List<Double> micros) {
    Forks {
        micros = micros.stream().sorted().toList();
    }

    /** Reads one entry of JMH's results. */
    static Forks of(JsonNode entry) {
        JsonNode metric = entry.path("primaryMetric");
        if (!metric.path("scoreUnit").asText().equals("us/op")) {
            throw new IllegalArgumentException("not in microseconds: " + metric.path("scoreUnit"));
        }
        List<Double> times = new ArrayList<>();
        for (JsonNode fork : metric.path("rawData")) {
            List<Double> iterations = new ArrayList<>();
            fork.forEach(iteration -> iterations.add(iteration.asDouble()));
            times.add(median(iterations));
        }
        return new Forks(times);
    }

    double median() {
        return median(micros);
    }

    private static double median(List<Double> values) {
        double[] sorted =
                values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1
                ? sorted[middle]
                : Arrays.stream(sorted, middle - 1, middle + 1).average().orElseThrow();
    }

    /** Returns the median and the range of all times. */
    @Override
    public String toString() {
        return String.format(
                Locale.ROOT, "%,.0f (%,.0f to %,.0f)", median(), micros.get(0), micros.get(micros.size() - 1));
    }
}
