package dev.airlock.upstreams;

import dev.airlock.upstreams.script.Fault;
import dev.airlock.upstreams.script.RuleAnswer;
import dev.airlock.upstreams.script.ScriptedExchange;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** A rule of the script with the number of its answers. */
final class Rule {
    private final ScriptedExchange exchange;
    private final AtomicInteger used = new AtomicInteger();

    Rule(ScriptedExchange exchange) {
        this.exchange = exchange;
    }

    ScriptedExchange exchange() {
        return exchange;
    }

    Optional<Fault> fault() {
        return exchange.answer() instanceof RuleAnswer.Break broken ? Optional.of(broken.fault()) : Optional.empty();
    }

    boolean strikesAt(Fault.Stage stage) {
        return fault().filter(fault -> fault.stage() == stage).isPresent();
    }

    /** Returns whether the rule answers requests rather than attempts to connect. */
    boolean answersRequests() {
        return fault().filter(fault -> fault.stage().isBeforeRequest()).isEmpty();
    }

    /** Takes one of the rule's uses. Returns false if all are taken. */
    boolean claim() {
        int limit = exchange.times().orElse(Integer.MAX_VALUE);
        int before = used.getAndUpdate(count -> count < limit ? count + 1 : count);
        return before < limit || exchange.times().isEmpty();
    }

    boolean unused() {
        return used.get() == 0;
    }

    boolean usedUp() {
        return exchange.times().isPresent() && used.get() >= exchange.times().getAsInt();
    }
}
