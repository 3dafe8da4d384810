package dev.airlock.upstreams.script;

import java.util.Optional;

/** What a rule does with a request that it matches. */
public sealed interface Answer {
    /** The answer in a few words. */
    String describe();

    /** Whether the upstream did what the request asked for, whatever the client gets to see of it. */
    boolean effect();

    /** Answers in full. */
    record Respond(ScriptedResponse response) implements Answer {
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
     * Goes wrong in one way.
     *
     * @param fault the way
     * @param response what is sent as far as the fault lets it; empty is the fault's own default
     */
    record Break(Fault fault, Optional<ScriptedResponse> response) implements Answer {
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
