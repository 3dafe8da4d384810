package dev.airlock.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

class NothingLeftBehindTest {
    private static final Patience BRIEF = new Patience(Duration.ofMillis(20));

    private final CountDownLatch released = new CountDownLatch(1);

    @Test
    void findsAThreadThatAClassLeaves() throws InterruptedException {
        ClassesUnderWay classes = new ClassesUnderWay(List.of(Remains.THREADS), BRIEF);
        classes.begin(getClass());
        Thread left = thread("airlock-left", () -> awaitRelease());

        assertThatThrownBy(classes::end)
                .isInstanceOf(AssertionError.class)
                .hasMessageContainingAll("threads", "after NothingLeftBehindTest", "airlock-left");
        released.countDown();
        left.join();
    }

    @Test
    void findsASocketThatAClassLeaves() throws IOException {
        ClassesUnderWay classes = new ClassesUnderWay(List.of(Remains.SOCKETS), BRIEF);
        classes.begin(getClass());
        try (ServerSocket left = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThat(left.isBound()).isTrue();
            if (Files.isDirectory(Path.of("/proc/self/fd"))) {
                assertThatThrownBy(classes::end)
                        .isInstanceOf(AssertionError.class)
                        .hasMessageContaining("socket:");
            }
        }
    }

    @Test
    void allowsWhatWasThereBefore() throws InterruptedException {
        Thread earlier = thread("airlock-earlier", () -> awaitRelease());
        ClassesUnderWay classes = new ClassesUnderWay(List.of(Remains.THREADS), BRIEF);

        classes.begin(getClass());
        classes.end();

        released.countDown();
        earlier.join();
    }

    @Test
    void looksWhenTheLastOfSeveralClassesIsOver() throws InterruptedException {
        ClassesUnderWay classes = new ClassesUnderWay(List.of(Remains.THREADS), BRIEF);
        classes.begin(getClass());
        classes.begin(String.class);
        Thread others = thread("airlock-other", () -> awaitRelease());

        assertThat(classes.areAlone()).isFalse();
        classes.end();
        assertThat(classes.areAlone()).isTrue();
        assertThatThrownBy(classes::end)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("after NothingLeftBehindTest, String");
        released.countDown();
        others.join();
    }

    @Test
    void findsACallUnderWayAndNoneThatAPoolWaitsFor() throws InterruptedException {
        Thread left = thread("airlock-call-7", () -> awaitRelease());
        Thread idle = thread("airlock-load-7", this::getTask);

        assertThat(Remains.WORK.found()).singleElement().asString().startsWith("airlock-call-7");
        released.countDown();
        left.join();
        idle.join();
    }

    @Test
    void findsASecretInAStandardStream() {
        String secret = CapturedStreams.SECRETS.get(0);

        System.out.println("the password is " + secret + "1234");
        assertThat(CapturedStreams.secrets()).containsExactly(secret);
        System.err.print(secret);
        assertThat(CapturedStreams.secrets()).containsExactly(secret);
        assertThat(CapturedStreams.secrets()).isEmpty();
    }

    @Test
    void findsAnInterruption() {
        AfterEachCallback guard = new NothingLeftBehind();
        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> guard.afterEach(contextOfNobody()))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("interruption");
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    private static ExtensionContext contextOfNobody() {
        return (ExtensionContext) java.lang.reflect.Proxy.newProxyInstance(
                ExtensionContext.class.getClassLoader(),
                new Class<?>[] {ExtensionContext.class},
                (self, method, given) -> {
                    throw new UnsupportedOperationException(method.getName());
                });
    }

    private static Thread thread(String name, Runnable work) throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        Thread thread = new Thread(
                () -> {
                    begun.countDown();
                    work.run();
                },
                name);
        thread.start();
        begun.await();
        return thread;
    }

    /** Has the name of the method in which a thread of a pool waits. */
    private void getTask() {
        awaitRelease();
    }

    private void awaitRelease() {
        try {
            released.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
