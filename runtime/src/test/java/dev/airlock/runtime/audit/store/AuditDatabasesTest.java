package dev.airlock.runtime.audit.store;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** The module that takes PostgreSQL's URLs is not on this class path. */
class AuditDatabasesTest {
    @Test
    void namesTheModuleThatIsMissingAndNoPassword() {
        assertThatThrownBy(() -> AuditStore.at("jdbc:postgresql://db/agent?password=hunter2", "agent", "hunter2"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "No module on the class path supports audit logs at a URL that begins with jdbc:postgresql:. Add the"
                                + " dependency dev.airlock:airlock-postgres, in the version of airlock-runtime. In a shaded jar,"
                                + " merge the files of META-INF/services.");
    }

    @Test
    void refusesAUrlOfAnotherKind() {
        assertThatThrownBy(() -> AuditStore.at("jdbc:mysql://db/agent?password=hunter2", "agent", "hunter2"))
                .hasMessage(
                        "An audit log cannot be kept at a URL of that kind. URLs begin with one of [jdbc:postgresql:].");
    }
}
