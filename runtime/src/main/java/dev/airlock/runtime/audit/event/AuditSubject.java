package dev.airlock.runtime.audit.event;

import dev.airlock.failures.AuditId;
import dev.airlock.failures.redaction.Redactor;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.names.ConnectorIdentity.Signed;
import dev.airlock.manifests.names.ConnectorReference;

/**
 * The actor, the call and the connector of a record.
 *
 * @param call the audit id of the call
 * @param id the audit id of the attempt; for the first attempt, that of the call
 * @param actor the actor, in the embedder's words; empty if unknown
 * @param connector the connector
 * @param op the operation's name; empty if there is none
 */
public record AuditSubject(AuditId call, AuditId id, String actor, ConnectorIdentity connector, String op) {
    /** Creates the subject of a call's first attempt. */
    public AuditSubject(AuditId call, String actor, ConnectorIdentity connector, String op) {
        this(call, call, actor, connector, op);
    }

    /** Returns the subject of another attempt at the same call. */
    public AuditSubject attempt(AuditId other) {
        return new AuditSubject(call, other, actor, connector, op);
    }

    /** Returns the subject without known secrets in the caller's texts. */
    public AuditSubject redactedBy(Redactor secrets) {
        return new AuditSubject(call, id, secrets.redact(actor), connector, secrets.redact(op));
    }

    /** Returns the subject of an event outside of calls, with an audit id of its own. */
    public static AuditSubject ofNoCall(AuditId id) {
        return new AuditSubject(id, "", ConnectorIdentity.NONE, "");
    }

    /**
     * The exact identity of a connector.
     *
     * @param name its name, {@code github://acme/slack}
     * @param version its version
     * @param publisher its verified publisher; empty if it is unsigned
     * @param hash the hash of its bytes, {@code sha256:} and 64 hex digits; empty if it was not hashed
     */
    public record ConnectorIdentity(String name, String version, String publisher, String hash) {
        /** The value for no connector. */
        public static final ConnectorIdentity NONE = named("");

        /**
         * Returns the identity of a connector of which everything is known.
         *
         * @param known its identity, which names the publisher
         * @param hash the content hash of its bytes; empty if it was not hashed
         */
        public static ConnectorIdentity of(
                ConnectorManifest manifest, dev.airlock.manifests.names.ConnectorIdentity known, String hash) {
            return new ConnectorIdentity(
                    manifest.connector().name().toString(),
                    manifest.connector().version().toString(),
                    known instanceof Signed signed ? signed.publisher() : "",
                    hash);
        }

        /** Returns the identity of a connector of which name and version are known. */
        public static ConnectorIdentity of(ConnectorReference known) {
            return new ConnectorIdentity(
                    known.name().toString(), known.version().toString(), "", "");
        }

        /** Returns the identity of a connector of which only the name is known. */
        public static ConnectorIdentity named(String name) {
            return new ConnectorIdentity(name, "", "", "");
        }
    }
}
