package dev.airlock.upstreams;

import dev.airlock.upstreams.script.Answer;
import dev.airlock.upstreams.script.Body;
import dev.airlock.upstreams.script.Fault;
import dev.airlock.upstreams.wire.WireExchange;
import dev.airlock.upstreams.wire.WireHandler;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Finds the rule for each request, records both, and lets the rule answer. */
final class Responder implements WireHandler {
    private final String script;
    private final List<Rule> rules;
    private final Recorder recorder;

    Responder(String script, List<Rule> rules, Recorder recorder) {
        this.script = script;
        this.rules = rules;
        this.recorder = recorder;
    }

    @Override
    public void handle(WireExchange exchange) throws IOException {
        RequestHead head = RequestHead.of(exchange.request());
        Optional<Rule> rule = choose(head, exchange);
        if (rule.isEmpty()) {
            refuse(head, exchange);
            return;
        }
        boolean early = rule.get().strikesAt(Fault.Stage.REQUEST) && !looksAtBody(rule.get());
        Body body = early ? Body.EMPTY : Body.of(exchange.body());
        OptionalInt number = OptionalInt.of(rule.get().exchange().number());
        recorder.request(exchange.request(), body, number, rule.get().effect());
        Duration delay = rule.get().exchange().delay();
        if (delay.isZero() || exchange.pause(delay)) {
            answer(rule.get().exchange().answer(), exchange);
        }
    }

    /** The first rule that matches and has a use left. The body is read only when a rule has to look at it or will need it. */
    private Optional<Rule> choose(RequestHead head, WireExchange exchange) throws IOException {
        for (Rule rule : rules) {
            boolean candidate = rule.answersRequests()
                    && head.differences(rule.exchange().match()).isEmpty();
            if (candidate
                    && (!needsBody(rule) || rule.exchange().match().matchesBody(Body.of(exchange.body())))
                    && rule.claim()) {
                return Optional.of(rule);
            }
        }
        return Optional.empty();
    }

    private static boolean needsBody(Rule rule) {
        return looksAtBody(rule) || !rule.strikesAt(Fault.Stage.REQUEST);
    }

    private static boolean looksAtBody(Rule rule) {
        return rule.exchange().match().bodyContains().isPresent();
    }

    private void refuse(RequestHead head, WireExchange exchange) throws IOException {
        Body body = Body.of(exchange.body());
        NoRuleAnswer answer = new NoRuleAnswer(script, head, body, rules);
        recorder.request(exchange.request(), body, OptionalInt.empty(), false);
        recorder.unmatched(answer.message());
        answer.send(exchange);
    }

    private static void answer(Answer answer, WireExchange exchange) throws IOException {
        if (answer instanceof Answer.Respond respond) {
            FaultyAnswer.send(respond.response(), exchange);
        } else if (answer instanceof Answer.Break broken) {
            new FaultyAnswer(broken, exchange).send();
        }
    }
}
