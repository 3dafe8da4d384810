package dev.airlock.runtime.audit;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.airlock.runtime.audit.call.ArgumentPolicy;
import dev.airlock.runtime.audit.call.AuditedCalls;
import dev.airlock.runtime.audit.event.AuditSubject;
import dev.airlock.runtime.audit.key.CheckpointKey;
import dev.airlock.runtime.audit.store.AuditStore;
import dev.airlock.sandbox.api.Call;
import dev.airlock.sandbox.api.Outcome;
import dev.airlock.sandbox.api.Transcript;
import dev.airlock.sandbox.api.Usage;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A separate process that makes recorded calls, each of which sends its audit id to a server, until it is killed. */
final class CallingProcess {
    private CallingProcess() {}

    /** Starts the process on the log in a folder. */
    static Process start(Path folder, int port) throws IOException {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        return new ProcessBuilder(
                        java.toString(),
                        "-Xmx128m",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        CallingProcess.class.getName(),
                        folder.resolve("audit.db").toString(),
                        folder.resolve("audit.key").toString(),
                        Integer.toString(port))
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("process.out").toFile())
                .start();
    }

    /** Takes the log's file, its key's file, and the server's port. */
    public static void main(String[] args) throws IOException {
        AuditLog log = AuditLog.builder(AuditStore.sqlite(Path.of(args[0])), CheckpointKey.at(Path.of(args[1])))
                .bound(Duration.ofMinutes(10)) // a refused call would end its thread
                .build();
        AuditedCalls calls = new AuditedCalls(log, ArgumentPolicy.SHAPE);
        for (int i = 0; i < 4; i++) {
            Thread thread = new Thread(() -> callForEver(calls, Integer.parseInt(args[2])));
            thread.start();
        }
    }

    private static void callForEver(AuditedCalls calls, int port) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
                DataOutputStream out = new DataOutputStream(socket.getOutputStream())) {
            while (true) {
                Call call = Call.of("send", JsonNodeFactory.instance.objectNode());
                AuditSubject subject = new AuditSubject(call.auditId(), "agent", Logs.SLACK, call.op());
                AuditedCalls.Audited result = calls.make(subject, call, made -> send(made, out));
                if (!result.recorded()) {
                    throw new IllegalStateException(result.toString());
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Outcome send(Call call, DataOutputStream out) {
        try {
            out.writeUTF(call.auditId().value());
            return new Outcome.Succeeded(
                    JsonNodeFactory.instance.objectNode(), List.of(), Usage.none(0), Transcript.EMPTY);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
