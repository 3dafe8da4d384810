package dev.airlock.benchmarks.peers.subject;

import java.util.Locale;

/** The metrics, in the order of the report. Each value is from one round. */
public enum Metric {
    PARSE("parse: read, validate, rewrite", Unit.MILLIS),
    COMPILE("compile", Unit.MILLIS),
    FIRST_CALL("first call after loading", Unit.MILLIS),
    COLD_START("first answer, new process, empty cache", Unit.MILLIS),
    WARM_START("first answer, new process, full cache", Unit.MILLIS),
    BEGIN_LOAD("full cache, new process: load", Unit.MILLIS),
    BEGIN_FIRST("the same: first call", Unit.MILLIS),
    BEGIN_EARLY("the same: calls 10 to 20, p50", Unit.MILLIS),
    BEGIN_TOGETHER("the same: load and first 100 calls", Unit.MILLIS),
    BEGIN_PROCESSOR("the same: processor time of that", Unit.MILLIS),
    PEAK_PROCESSOR("the same: processor time until calls get no faster", Unit.MILLIS),
    REST_PROCESSOR("processor time after calls, in 10 s without one", Unit.MILLIS),
    COMPILED_1("empty cache: from the load until calls run compiled, 1 thread calls", Unit.MILLIS),
    COMPILED_2("the same, 2 threads call", Unit.MILLIS),
    P50_1("call, 1 thread, p50", Unit.MICROS),
    P99_1("call, 1 thread, p99", Unit.MICROS),
    RATE_1("calls per second, 1 thread", Unit.PER_SECOND),
    P50_2("call, 2 threads, p50", Unit.MICROS),
    P99_2("call, 2 threads, p99", Unit.MICROS),
    RATE_2("calls per second, 2 threads", Unit.PER_SECOND),
    ALLOCATED("allocated per call", Unit.BYTES),
    IDLE("memory of an idle loaded connector", Unit.BYTES),
    AUDITED("audited calls per second, SQLite, 32 callers", Unit.PER_SECOND),
    AUDITED_POST("the same with one POST each", Unit.PER_SECOND),
    EXPLAIN("`airlock explain`", Unit.MILLIS),
    STORE_LIST("`airlock store list`", Unit.MILLIS),
    AUDIT_LIST("`airlock audit list`", Unit.MILLIS),
    CHECK("`airlock check` of the connector", Unit.MILLIS);

    /** The unit of a value and its display form. */
    public enum Unit {
        MILLIS("ms", 1),
        MICROS("µs", 1),
        PER_SECOND("/s", 1),
        BYTES("KB", 1e-3);

        private final String shown;
        private final double factor;

        Unit(String shown, double factor) {
            this.shown = shown;
            this.factor = factor;
        }

        /** Returns the unit in which values are shown. */
        public String shown() {
            return shown;
        }

        /** Returns a value without its unit, with three significant digits or to the nearest whole number. */
        public String number(double value) {
            double scaled = value * factor;
            double size = Math.abs(scaled);
            String format = size >= 100 || size == 0 ? "%,.0f" : size >= 10 ? "%.1f" : "%.2f";
            return String.format(Locale.ROOT, format, scaled);
        }

        /** Returns a value with its unit. */
        public String text(double value) {
            return number(value) + " " + shown;
        }
    }

    private final String title;
    private final Unit unit;

    Metric(String title, Unit unit) {
        this.title = title;
        this.unit = unit;
    }

    /** Returns the title in the report. */
    public String title() {
        return title;
    }

    public Unit unit() {
        return unit;
    }
}
