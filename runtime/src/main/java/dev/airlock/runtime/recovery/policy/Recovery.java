package dev.airlock.runtime.recovery.policy;

/** What is done about a failure. */
public sealed interface Recovery {
    /** The name in events and in the audit log. */
    String wireName();

    /** The same call again, after a pause. */
    record Retry(Pause pause) implements Recovery {
        @Override
        public String wireName() {
            return "retry";
        }
    }

    /**
     * Once: have something renewed, and if that works, the same call again.
     *
     * @param subject what is renewed
     * @param otherwise what is done if it cannot be renewed, or the call must not be repeated
     */
    record RefreshThenRetry(Subject subject, Recovery otherwise) implements Recovery {
        @Override
        public String wireName() {
            return "refresh_then_retry";
        }
    }

    /** Nothing is repeated: whoever plans looks at the service first and plans anew. */
    record Reconcile() implements Recovery {
        @Override
        public String wireName() {
            return "reconcile";
        }
    }

    /** A person looks at it. */
    record Escalate(Queue queue) implements Recovery {
        @Override
        public String wireName() {
            return "escalate";
        }
    }

    /** Another connector does it, as the action declares. */
    record Fallback() implements Recovery {
        @Override
        public String wireName() {
            return "fallback";
        }
    }

    /** The action goes on without it, as the action declares. */
    record Degrade() implements Recovery {
        @Override
        public String wireName() {
            return "degrade";
        }
    }

    /** The caller gets the failure as it is. */
    record Surface() implements Recovery {
        @Override
        public String wireName() {
            return "surface";
        }
    }

    /** How long to wait before a retry. */
    enum Pause {
        /** As the policy says. */
        POLICY,
        /** As the service says in {@code Retry-After}; where it does not, as the policy says. */
        SERVICE_ELSE_POLICY
    }

    /** What can be renewed before a retry. */
    enum Subject {
        /** The credential, by its own means: an OAuth2 refresh. */
        CREDENTIAL("credential"),
        /** The credential, by the user, who is asked. */
        BINDING("binding"),
        /** What the call assumes about the world, by the step that the action declares for it. */
        PRECONDITION("precondition");

        private final String wireName;

        Subject(String wireName) {
            this.wireName = wireName;
        }

        /** The name in events. */
        public String wireName() {
            return wireName;
        }
    }

    /** Where a failure waits for a person. */
    enum Queue {
        /** Something was forbidden. */
        POLICY("policy_review"),
        /** A connector does not keep its contract. */
        CONNECTOR("connector_review");

        private final String wireName;

        Queue(String wireName) {
            this.wireName = wireName;
        }

        /** The name in the review queue and in {@code details.review_queue}. */
        public String wireName() {
            return wireName;
        }
    }
}
