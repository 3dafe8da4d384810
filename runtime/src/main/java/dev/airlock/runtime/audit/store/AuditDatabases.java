package dev.airlock.runtime.audit.store;

import dev.airlock.runtime.modules.OptionalModules;
import java.util.Map;
import java.util.Optional;

/** The kinds of databases on the class path. */
final class AuditDatabases {
    /** The dependency to add for a kind that is missing. */
    private static final Map<String, String> MODULES = Map.of("jdbc:postgresql:", "dev.airlock:airlock-postgres");

    private AuditDatabases() {}

    static AuditDatabase at(String url, String user, String password) {
        return OptionalModules.providers(AuditDatabaseProvider.class)
                .map(provider -> provider.database(url, user, password))
                .flatMap(Optional::stream)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(refusal(url)));
    }

    /** Returns the message. It shows only the beginning of the URL, because the rest may contain a password. */
    private static String refusal(String url) {
        return MODULES.entrySet().stream()
                .filter(known -> url.startsWith(known.getKey()))
                .findFirst()
                .map(known -> "No module on the class path supports audit logs at a URL that begins with "
                        + known.getKey()
                        + ". Add the dependency " + known.getValue()
                        + ", in the version of airlock-runtime. In a shaded jar, merge the files of META-INF/services.")
                .orElse("An audit log cannot be kept at a URL of that kind. URLs begin with one of " + MODULES.keySet()
                        + ".");
    }
}
