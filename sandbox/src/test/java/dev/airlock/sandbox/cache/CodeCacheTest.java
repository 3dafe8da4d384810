package dev.airlock.sandbox.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.airlock.manifests.limits.ByteSize;
import dev.airlock.sandbox.ChildJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CodeCacheTest {
    @TempDir
    private Path home;

    private Path folder;
    private Path key;

    @BeforeEach
    void choosePlaces() {
        folder = home.resolve("cache");
        key = home.resolve("data/cache.key");
    }

    @Test
    void givesBackWhatWasPutInAnotherProcessToo() throws Exception {
        open().put("a", "", new byte[] {1, 2, 3});
        assertThat(open().get("a")).hasValue(new byte[] {1, 2, 3});
        assertThat(open().get("b")).isEmpty();
    }

    @Test
    void replacesWhatIsThere() throws Exception {
        CodeCache cache = open();
        cache.put("a", "", new byte[] {1});
        cache.put("a", "", new byte[] {2});
        assertThat(cache.get("a")).hasValue(new byte[] {2});
        assertThat(entries()).hasSize(1);
    }

    @Test
    void discardsAnEntryWithOneBitChangedWhereverItIs() throws Exception {
        CodeCache cache = open();
        cache.put("a", "", new byte[] {1, 2, 3});
        byte[] sealed = Files.readAllBytes(onlyFile());
        for (int i = 0; i < sealed.length * 8; i++) {
            byte[] changed = sealed.clone();
            changed[i / 8] ^= (byte) (1 << (i % 8));
            cache.put("a", "", new byte[0]);
            Files.write(onlyFile(), changed);
            assertThat(cache.get("a")).as("bit %d", i).isEmpty();
            assertThat(entries()).isEmpty();
        }
    }

    @Test
    void discardsAnEntryThatWasCutShortAtAnyPlace() throws Exception {
        CodeCache cache = open();
        cache.put("a", "", new byte[] {1, 2, 3});
        byte[] sealed = Files.readAllBytes(onlyFile());
        for (int length = 0; length < sealed.length; length++) {
            cache.put("a", "", new byte[0]);
            Files.write(onlyFile(), Arrays.copyOf(sealed, length));
            assertThat(cache.get("a")).as("cut to %d", length).isEmpty();
        }
    }

    @Test
    void takesNoEntryUnderAnotherKeyThanItWasWrittenUnder() throws Exception {
        CodeCache cache = open();
        cache.put("a", "", new byte[] {1});
        byte[] sealed = Files.readAllBytes(onlyFile());
        CacheFolder.at(folder).clear();
        cache.put("b", "", new byte[] {2});
        Files.write(onlyFile(), sealed);
        assertThat(cache.get("b")).isEmpty();
    }

    @Test
    void takesNothingThatWasSealedWithAnotherKey() throws Exception {
        open().put("a", "", new byte[] {1});
        Files.write(key, new byte[32]);
        assertThat(open().get("a")).isEmpty();
    }

    @Test
    void refusesAKeyInsideTheCache() {
        assertThatThrownBy(() -> CodeCache.open(folder, folder.resolve("key"), new ByteSize(100)))
                .isInstanceOf(CacheUnusableException.class)
                .hasMessageContaining("outside");
    }

    @Test
    void refusesAFolderThatOthersCanWrite() throws Exception {
        open();
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwx---"));
        assertThatThrownBy(this::open)
                .isInstanceOf(CacheUnusableException.class)
                .hasMessageContaining("chmod go-w");
    }

    @Test
    void refusesAKeyThatOthersCanWrite() throws Exception {
        open();
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-rw-rw-"));
        assertThatThrownBy(this::open).isInstanceOf(CacheUnusableException.class);
    }

    @Test
    void refusesAKeyOfAnotherLength() throws Exception {
        open();
        Files.write(key, new byte[31]);
        assertThatThrownBy(this::open)
                .isInstanceOf(CacheUnusableException.class)
                .hasMessageContaining("delete it");
    }

    @Test
    void refusesALink() throws Exception {
        Files.createDirectories(home.resolve("elsewhere"));
        Files.createSymbolicLink(folder, home.resolve("elsewhere"));
        assertThatThrownBy(this::open)
                .isInstanceOf(CacheUnusableException.class)
                .hasMessageContaining("symbolic link");
    }

    @Test
    void makesFolderAndEntriesForThisUserAlone() throws Exception {
        open().put("a", "", new byte[] {1});
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
                .isEqualTo("rwx------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(key)))
                .isEqualTo("rw-------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(onlyFile())))
                .isEqualTo("rw-------");
    }

    @Test
    void dropsWhatWasNotUsedForLongestWhenItGrowsTooLarge() throws Exception {
        CodeCache cache = CodeCache.open(folder, key, new ByteSize(3 * 134));
        for (String name : List.of("a", "b", "c")) {
            cache.put(name, "", new byte[100]);
        }
        age("a", 30);
        age("b", 20);
        age("c", 10);
        assertThat(cache.get("a")).isPresent();
        cache.put("d", "", new byte[100]);
        assertThat(cache.get("b")).isEmpty();
        assertThat(cache.get("a")).isPresent();
        assertThat(cache.get("c")).isPresent();
        assertThat(cache.get("d")).isPresent();
    }

    @Test
    void keepsNothingThatIsLargerThanTheWholeCache() throws Exception {
        CodeCache cache = CodeCache.open(folder, key, new ByteSize(100));
        cache.put("a", "", new byte[100]);
        assertThat(entries()).isEmpty();
    }

    @Test
    void isClearedAsAWholeAndSaysWhatWent() throws Exception {
        CodeCache cache = open();
        cache.put("a", "the first", new byte[1]);
        cache.put("b", "the second", new byte[1]);
        assertThat(CacheFolder.at(folder).clear())
                .extracting(CacheEntry::label)
                .containsExactlyInAnyOrder("the first", "the second");
        assertThat(entries()).isEmpty();
    }

    @Test
    void tellsOfEachEntryWhatItIsForItsSizeAndItsLastUse() throws Exception {
        CodeCache cache = open();
        cache.put("a", "local://größe/a@1.0.0", new byte[100]);
        cache.put("b", "x".repeat(600), new byte[0]);
        age("a", 30);
        age("b", 60);

        List<CacheEntry> entries = entries();

        assertThat(entries).extracting(CacheEntry::label).containsExactly("local://größe/a@1.0.0", "x".repeat(512));
        assertThat(entries.get(0).bytes()).isEqualTo(Files.size(folder.resolve(Seal.digest("a") + ".code")));
        assertThat(entries.get(0).lastUsed())
                .isBetween(Instant.now().minusSeconds(1900), Instant.now().minusSeconds(1700));
        cache.get("b");
        assertThat(entries().get(0).label()).startsWith("x");
    }

    @Test
    void listsEntriesThatAreBrokenWithoutALabel() throws Exception {
        Files.createDirectories(folder);
        Files.write(folder.resolve("short.code"), new byte[5]);
        Files.write(folder.resolve("negative.code"), filled(40, (byte) -1));
        Files.write(folder.resolve("long.code"), filled(40, (byte) 1));

        assertThat(entries()).hasSize(3).extracting(CacheEntry::label).containsOnly("");
    }

    @Test
    void hasNoEntriesWhereThereIsNoFolderAndMakesNone() throws Exception {
        assertThat(entries()).isEmpty();
        assertThat(CacheFolder.at(folder).clear()).isEmpty();
        assertThat(home).isEmptyDirectory();
    }

    @Test
    void clearsNothingButEntriesAndWhatWasAbandoned() throws Exception {
        open().put("a", "", new byte[1]);
        Path abandoned = Files.createFile(folder.resolve(".unfinished-1"));
        Files.setLastModifiedTime(abandoned, FileTime.from(Instant.now().minusSeconds(7200)));
        Path underWay = Files.createFile(folder.resolve(".unfinished-2"));
        Path stranger = Files.createFile(folder.resolve("notes.txt"));
        Path inside = Files.createDirectory(folder.resolve("folder.code"));

        CacheFolder.at(folder).clear();

        assertThat(filesIn(folder)).containsExactlyInAnyOrder(underWay, stranger, inside);
    }

    @Test
    void isNotClearedThroughALink() throws Exception {
        open().put("a", "", new byte[1]);
        Path link = Files.createSymbolicLink(home.resolve("link"), folder);

        assertThatThrownBy(() -> CacheFolder.at(link)).isInstanceOf(CacheUnusableException.class);
    }

    @Test
    void isSafeForProcessesOfWhichOneClearsIt() throws Exception {
        CompletableFuture<List<String>> first = cacheUser("use");
        CompletableFuture<List<String>> second = cacheUser("use");
        CompletableFuture<List<String>> third = cacheUser("clear");

        assertThat(first.get()).containsExactly("nothing wrong");
        assertThat(second.get()).containsExactly("nothing wrong");
        assertThat(third.get()).containsExactly("nothing wrong");
        assertThat(filesIn(folder)).allMatch(file -> file.toString().endsWith(".code"));
    }

    private CompletableFuture<List<String>> cacheUser(String what) {
        return CompletableFuture.supplyAsync(
                () -> ChildJvm.run(ChildJvm.home(), List.of(), CacheUser.class.getName(), folder, key, what));
    }

    @Test
    void isSafeForManyAtOnce() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Callable<Boolean>> work = IntStream.range(0, 200)
                    .<Callable<Boolean>>mapToObj(i -> () -> {
                        CodeCache cache = open();
                        byte[] content = {(byte) (i % 5)};
                        cache.put("k" + i % 5, "", content);
                        return cache.get("k" + i % 5)
                                .map(found -> found[0] == content[0])
                                .orElse(false);
                    })
                    .toList();
            for (Future<Boolean> done : threads.invokeAll(work)) {
                assertThat(done.get()).isTrue();
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(filesIn(folder)).hasSize(5);
    }

    private CodeCache open() throws IOException, CacheUnusableException {
        return CodeCache.open(folder, key, CodeCache.STANDARD_SIZE);
    }

    private List<CacheEntry> entries() throws IOException, CacheUnusableException {
        return CacheFolder.at(folder).entries();
    }

    private static byte[] filled(int length, byte value) {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, value);
        return bytes;
    }

    private void age(String name, int minutes) throws IOException {
        Files.setLastModifiedTime(
                folder.resolve(Seal.digest(name) + ".code"),
                FileTime.from(Instant.now().minusSeconds(minutes * 60L)));
    }

    private Path onlyFile() throws IOException {
        return filesIn(folder).stream().findFirst().orElseThrow();
    }

    private static List<Path> filesIn(Path place) throws IOException {
        try (Stream<Path> files = Files.list(place)) {
            return files.toList();
        }
    }
}
