package dev.airlock.runtime.audit;

import dev.airlock.failures.AuditId;
import dev.airlock.failures.Redactor;
import dev.airlock.manifests.ConnectorManifest;
import dev.airlock.manifests.names.ConnectorIdentity.Signed;
import dev.airlock.manifests.names.ConnectorReference;

/**
 * Who did what with which connector: what every record says.
 *
 * @param call the audit id of the call
 * @param id the audit id of the attempt; that of the call for its first
 * @param actor on whose behalf, in the embedder's words; empty if nobody said so
 * @param connector the connector
 * @param op the operation's name; empty if there is none
 */
public record AuditSubject(AuditId call, AuditId id, String actor, ConnectorIdentity connector, String op) {
    /** A call, seen from its first attempt. */
    public AuditSubject(AuditId call, String actor, ConnectorIdentity connector, String op) {
        this(call, call, actor, connector, op);
    }

    /** The same call, seen from another attempt. */
    public AuditSubject attempt(AuditId other) {
        return new AuditSubject(call, other, actor, connector, op);
    }

    /** The same without known secrets in what its caller said. */
    AuditSubject redactedBy(Redactor secrets) {
        return new AuditSubject(call, id, secrets.redact(actor), connector, secrets.redact(op));
    }

    /** What is about no call has an audit id of its own. */
    static AuditSubject ofNoCall(AuditId id) {
        return new AuditSubject(id, "", ConnectorIdentity.NONE, "");
    }

    /**
     * Which connector, exactly.
     *
     * @param name its name, {@code github://acme/slack}
     * @param version its version
     * @param publisher its verified publisher; empty if nobody signed it
     * @param hash the hash of its bytes, {@code sha256:} and 64 hex digits; empty if it was not hashed
     */
    public record ConnectorIdentity(String name, String version, String publisher, String hash) {
        /** No connector. */
        public static final ConnectorIdentity NONE = named("");

        /**
         * A connector with all that is known of it.
         *
         * @param known who it is, for its publisher
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

        /** A connector of which name and version are known. */
        public static ConnectorIdentity of(ConnectorReference known) {
            return new ConnectorIdentity(
                    known.name().toString(), known.version().toString(), "", "");
        }

        /** A connector of which only the name is known. */
        public static ConnectorIdentity named(String name) {
            return new ConnectorIdentity(name, "", "", "");
        }
    }
}
