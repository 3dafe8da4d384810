package dev.airlock.sandbox.state;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class CallStateInSqliteTest extends CallStateContract {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @Override
    public StateStore newStore() {
        return SqliteStateStore.in(folder.resolve("state.db"));
    }
}
