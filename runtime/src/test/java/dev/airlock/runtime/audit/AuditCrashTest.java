package dev.airlock.runtime.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.airlock.runtime.audit.chain.AuditReport;
import dev.airlock.runtime.audit.explain.CallSummary;
import dev.airlock.runtime.audit.key.CheckpointKey;
import dev.airlock.runtime.audit.store.AuditRecord;
import dev.airlock.runtime.audit.store.AuditStore;
import dev.airlock.runtime.audit.store.RecordFilter;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Kills a process that makes calls, again and again, on one log. */
@Execution(ExecutionMode.CONCURRENT)
class AuditCrashTest {
    private static final int KILLS = Boolean.getBoolean("airlock.full") ? 200 : 4;
    private static final long SEED = 20261128;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private final Queue<String> sent = new ConcurrentLinkedQueue<>();
    private final Semaphore arrived = new Semaphore(0);
    private final List<Thread> readers = new ArrayList<>();

    @Test
    @Timeout(value = 60, unit = TimeUnit.MINUTES)
    void afterEachKillTheLogIsWholeAndHasEveryCallThatSentARequest() throws Exception {
        SplittableRandom randomSource = new SplittableRandom(SEED);
        Thread acceptor;
        try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            acceptor = new Thread(() -> accept(server));
            acceptor.start();
            for (int kill = 0; kill < KILLS; kill++) {
                Process process = CallingProcess.start(folder, server.getLocalPort());
                assertThat(arrived.tryAcquire(1 + randomSource.nextInt(60), 5, TimeUnit.MINUTES))
                        .as("kill " + kill)
                        .isTrue();
                process.destroyForcibly().waitFor(); // SIGKILL
                joinReaders();
                arrived.drainPermits();
                assertWhole(kill);
            }
        }
        acceptor.join();
        assertThat(sent).hasSizeGreaterThan(KILLS);
    }

    private void assertWhole(int kill) throws IOException {
        try (AuditStore store = AuditStore.sqlite(folder.resolve("audit.db"))) {
            AuditArchive archive = new AuditArchive(store);
            AuditReport report = archive.verify(CheckpointKey.publicKeyAt(folder.resolve("audit.key")));
            assertThat(report.problems()).as("after kill " + kill).isEmpty();
            Set<String> recorded = archive.calls(RecordFilter.ALL).stream()
                    .map(CallSummary::call)
                    .collect(Collectors.toSet());
            assertThat(recorded).as("after kill " + kill).containsAll(sent);
            String one = sent.element();
            assertThat(archive.find(one)).extracting(AuditRecord::kind).contains("call_intent");
        }
    }

    private void accept(ServerSocket server) {
        try {
            while (true) {
                Socket socket = server.accept();
                Thread reader = new Thread(() -> read(socket));
                synchronized (readers) {
                    readers.add(reader);
                }
                reader.start();
            }
        } catch (SocketException closed) {
            // the test is over
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private void read(Socket socket) {
        try (socket;
                DataInputStream in = new DataInputStream(socket.getInputStream())) {
            while (true) {
                sent.add(in.readUTF());
                arrived.release();
            }
        } catch (EOFException | SocketException killed) {
            // its process is gone
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private void joinReaders() throws InterruptedException {
        List<Thread> all;
        synchronized (readers) {
            all = List.copyOf(readers);
            readers.clear();
        }
        for (Thread reader : all) {
            reader.join();
        }
    }
}
