package dev.airlock.failures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class AuditIdTest {
    @Test
    void isAUuidOfVersion7() {
        UUID uuid = UUID.fromString(AuditId.random().value().substring("audit-".length()));

        assertThat(uuid.version()).isEqualTo(7);
        assertThat(uuid.variant()).isEqualTo(2);
    }

    @Test
    void sortsByWhenItWasMade() {
        assertThat(AuditId.uuid(1_700_000_000_000L).toString()).startsWith("018bcfe5-6800-7");
        assertThat(AuditId.uuid(1_700_000_000_000L).toString())
                .isLessThan(AuditId.uuid(1_700_000_000_001L).toString());
    }

    @Test
    void isNeverUsedTwice() {
        Set<AuditId> seen = new HashSet<>();
        for (int i = 0; i < 10_000; i++) {
            assertThat(seen.add(AuditId.random())).isTrue();
        }
    }

    @Test
    void isWrittenInLowerCase() {
        assertThatThrownBy(() -> new AuditId("audit-018BCFE5-6800-7000-8000-000000000000"))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
