package dev.airlock.upstreams;

import dev.airlock.upstreams.script.Body;
import dev.airlock.upstreams.script.Fault;
import dev.airlock.upstreams.script.RuleAnswer;
import dev.airlock.upstreams.wire.WireExchange;
import dev.airlock.upstreams.wire.WireHandler;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;

/** Finds the rule for each request, records both, and lets the rule answer. */
final class Responder implements WireHandler {
    private final Supplier<Play> plays;

    /** @param plays returns the script in use */
    Responder(Supplier<Play> plays) {
        this.plays = plays;
    }

    @Override
    public void handle(WireExchange exchange) throws IOException {
        Play play = plays.get();
        RequestHead head = RequestHead.of(exchange.request(), play.script()::withoutSecrets);
        Optional<Rule> rule = choose(play, head, exchange);
        if (rule.isEmpty()) {
            refuse(play, head, exchange);
            return;
        }
        boolean early = rule.get().strikesAt(Fault.Stage.REQUEST) && !looksAtBody(rule.get());
        Body body = early ? Body.EMPTY : Body.of(exchange.body());
        OptionalInt number = OptionalInt.of(rule.get().exchange().number());
        RuleAnswer answer = play.recorder()
                .request(
                        exchange.request(),
                        body,
                        number,
                        request -> play.disturbance()
                                .instead(request, rule.get().exchange().answer()));
        Duration delay = rule.get().exchange().delay();
        if (delay.isZero() || exchange.pause(delay)) {
            answer(answer, exchange);
        }
    }

    /** Returns the first rule that matches and has a use left. Reads the body only if a rule compares it or needs it later. */
    private static Optional<Rule> choose(Play play, RequestHead head, WireExchange exchange) throws IOException {
        for (Rule rule : play.rules()) {
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

    private static void refuse(Play play, RequestHead head, WireExchange exchange) throws IOException {
        Body body = Body.of(exchange.body());
        NoRuleAnswer answer = new NoRuleAnswer(play.script().fileName(), head, body, play.rules());
        play.recorder().unanswered(exchange.request(), body);
        play.recorder().unmatched(answer.message());
        answer.send(exchange);
    }

    private static void answer(RuleAnswer answer, WireExchange exchange) throws IOException {
        if (answer instanceof RuleAnswer.Respond respond) {
            FaultyAnswer.send(respond.response(), exchange);
        } else if (answer instanceof RuleAnswer.Break broken) {
            new FaultyAnswer(broken, exchange).send();
        }
    }
}
