package dev.airlock.sandbox.state;

import dev.airlock.manifests.limits.Limits;
import dev.airlock.sandbox.call.CallScope;
import dev.airlock.sandbox.call.FakeNanoClock;
import dev.airlock.sandbox.time.Clock;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** A separate process that uses a store: claims a range of keys, or claims one and waits to be killed. */
public final class StateProcess {
    private StateProcess() {}

    /**
     * Arguments: the file; "all", and how many keys to claim; or "hang". Prints the number of each key that was new.
     */
    public static void main(String[] arguments) throws IOException {
        try (SqliteStateStore store = SqliteStateStore.in(Path.of(arguments[0]))) {
            CallScope scope = new CallScope(Clock.SYSTEM, 60_000, 1);
            CallState state = new CallState(
                    store,
                    "tests",
                    "process " + ProcessHandle.current().pid(),
                    scope,
                    Limits.defaults(),
                    new FakeNanoClock(0));
            if (arguments[1].equals("hang")) {
                System.out.println(state.once(key(0), 0));
                System.out.println("waiting");
                int unused = System.in.read();
                return;
            }
            for (int i = 0; i < Integer.parseInt(arguments[2]); i++) {
                if (state.once(key(i), 0) == CallState.Once.NEW) {
                    System.out.println(i);
                }
            }
            state.finish(true);
        }
    }

    static byte[] key(int number) {
        return ("key " + number).getBytes(StandardCharsets.UTF_8);
    }
}
