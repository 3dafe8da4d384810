package dev.airlock.upstreams.script;

import java.util.Optional;

/** The answer of a rule to a request that it matches. */
public sealed interface RuleAnswer {
    /** Returns the answer in a few words. */
    String describe();

    /** Returns whether the upstream carries out the request, whatever the client sees of it. */
    boolean effect();

    /** A whole response. */
    record Respond(ScriptedResponse response) implements RuleAnswer {
        @Override
        public String describe() {
            return "status " + response.status();
        }

        @Override
        public boolean effect() {
            return true;
        }
    }

    /**
     * A fault.
     *
     * @param fault the fault
     * @param response the response, which is sent as far as the fault allows; empty for the fault's own default
     */
    record Break(Fault fault, Optional<ScriptedResponse> response) implements RuleAnswer {
        @Override
        public String describe() {
            return "fault " + fault.code();
        }

        @Override
        public boolean effect() {
            return fault.effect();
        }
    }
}
