package dev.airlock.upstreams;

import dev.airlock.upstreams.script.UpstreamScript;
import java.util.List;

/**
 * A script in use, with the number of answers of each rule and the requests so far.
 *
 * @param script the script
 * @param rules its rules, in their order
 * @param recorder the requests so far
 * @param disturbance replaces some answers
 */
record Play(UpstreamScript script, List<Rule> rules, RequestLog recorder, Disturbance disturbance) {
    static Play of(UpstreamScript script, Disturbance disturbance) {
        return new Play(script, script.exchanges().stream().map(Rule::new).toList(), new RequestLog(), disturbance);
    }

    UpstreamReport report() {
        return recorder.report(rules.stream()
                .filter(Rule::unused)
                .map(rule -> rule.exchange().describe())
                .toList());
    }
}
