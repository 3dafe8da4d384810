package dev.airlock.runtime.recovery.policy;

/** A recovery from a failure. */
public sealed interface Recovery {
    /** Returns the name in events and in the audit log. */
    String wireName();

    /** Makes the same call again after a pause. */
    record Retry(Pause pause) implements Recovery {
        @Override
        public String wireName() {
            return "retry";
        }
    }

    /**
     * Renews something, once, and then makes the same call again.
     *
     * @param subject the thing to renew
     * @param otherwise the recovery if it cannot be renewed, or the call must not be repeated
     */
    record RefreshThenRetry(Subject subject, Recovery otherwise) implements Recovery {
        @Override
        public String wireName() {
            return "refresh_then_retry";
        }
    }

    /** Repeats nothing: the planner looks at the service first and plans again. */
    record Reconcile() implements Recovery {
        @Override
        public String wireName() {
            return "reconcile";
        }
    }

    /** Puts the failure before a person. */
    record Escalate(Queue queue) implements Recovery {
        @Override
        public String wireName() {
            return "escalate";
        }
    }

    /** Calls another connector instead, as the action declares. */
    record Fallback() implements Recovery {
        @Override
        public String wireName() {
            return "fallback";
        }
    }

    /** Goes on without the step, as the action declares. */
    record Degrade() implements Recovery {
        @Override
        public String wireName() {
            return "degrade";
        }
    }

    /** Gives the caller the failure as it is. */
    record Surface() implements Recovery {
        @Override
        public String wireName() {
            return "surface";
        }
    }

    /** The source of the pause before a retry. */
    enum Pause {
        /** The policy. */
        POLICY,
        /** The service's {@code Retry-After}, or else the policy. */
        SERVICE_ELSE_POLICY
    }

    /** The things that can be renewed before a retry. */
    enum Subject {
        /** The credential, without a person: by an OAuth2 refresh. */
        CREDENTIAL("credential"),
        /** The credential, by asking the user. */
        BINDING("binding"),
        /** The call's assumptions about the world, by the step that the action declares for it. */
        PRECONDITION("precondition");

        private final String wireName;

        Subject(String wireName) {
            this.wireName = wireName;
        }

        /** Returns the name in events. */
        public String wireName() {
            return wireName;
        }
    }

    /** The queues in which failures wait for a person. */
    enum Queue {
        /** For something that was forbidden. */
        POLICY("policy_review"),
        /** For a connector that breaks its contract. */
        CONNECTOR("connector_review"),
        /** For a call whose worker is gone, and of which nobody knows whether it took effect. */
        OUTCOME("outcome_review");

        private final String wireName;

        Queue(String wireName) {
            this.wireName = wireName;
        }

        /** Returns the name in the review queue and in {@code details.review_queue}. */
        public String wireName() {
            return wireName;
        }
    }
}
