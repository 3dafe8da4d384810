package dev.airlock.benchmarks.peers.round;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;

/** All calls that one peer made in the turns of one round. Not thread-safe. */
final class Turns {
    private final List<double[]> nanos = new ArrayList<>();
    private double wallMillis;

    /** Adds a peer's answer for a turn. */
    void add(JsonNode answer) {
        JsonNode times = answer.path("nanos");
        double[] turn = new double[times.size()];
        for (int i = 0; i < turn.length; i++) {
            turn[i] = times.get(i).asDouble();
        }
        nanos.add(turn);
        wallMillis += answer.path("wall_ms").asDouble();
    }

    /** Returns the quantile of the calls' times for this share, in microseconds. */
    double quantileMicros(double share) {
        return Summary.quantile(all(), share) / 1e3;
    }

    double callsPerSecond() {
        return all().length / (wallMillis / 1e3);
    }

    private double[] all() {
        return nanos.stream().flatMapToDouble(DoubleStream::of).toArray();
    }
}
