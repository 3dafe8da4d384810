package dev.airlock.postgres.recovery;

import dev.airlock.runtime.recovery.store.ConversationStoreContract;
import dev.airlock.runtime.recovery.store.RecoveryStore;
import dev.airlock.testkit.PostgresIsInstalled;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;

/** The contract on a real server. */
@ExtendWith(PostgresIsInstalled.class)
class PostgresConversationsTest extends ConversationStoreContract {
    @SuppressWarnings("NullAway.Init")
    private static SharedServer server;

    @BeforeAll
    static void start() {
        server = new SharedServer();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void empty() {
        server.empty();
    }

    @Override
    public RecoveryStore open() {
        return server.openByCallersTime();
    }
}
