package io.gatemini.internal.state;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatemini.spi.StateStore;
import io.gatemini.testing.LoggedErrors;
import io.gatemini.testing.StateStoreContract;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileStateStoreTest extends StateStoreContract {
  private static final byte[] NO_JSON = {0, 1, (byte) 0xff};

  @TempDir Path directory = Path.of("");

  private Path file() {
    return directory.resolve("made").resolve("cache.json");
  }

  @Override
  protected StateStore store() {
    return StateStore.file(file());
  }

  /** A store that knows of another one only what is in the file, as in another process. */
  private StateStore anew() {
    return FileStateStore.unshared(file());
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private void write(byte[] file) throws IOException {
    Files.createDirectories(file().getParent());
    Files.write(file(), file);
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(file().getParent())) {
      return files.map(path -> path.getFileName().toString()).sorted().toList();
    }
  }

  /** Values of every kind and name, written to the file and read back. */
  @Test
  void hasWhatAnotherOneHasFlushed() {
    List<byte[]> values =
        List.of(
            bytes("{\"a\": [1, 2.50, \"é😀\"]}"),
            bytes("12"),
            bytes("true"),
            bytes("\"text\""),
            bytes(" {}"),
            bytes("{} "),
            bytes("{} {}"),
            bytes("{\"torn\": "),
            bytes("{\"$base64\":\"AAEC\"}"),
            bytes("\ufeff{}"),
            bytes("[".repeat(900) + "]".repeat(900)),
            bytes("1".repeat(5_000)),
            "{}".getBytes(StandardCharsets.UTF_16LE),
            NO_JSON,
            new byte[0]);
    List<String> names = List.of("tools", "backends", "version", "é", "a\"\n\\", "");
    StateStore store = store();
    for (String area : names) {
      for (int i = 0; i < values.size(); i++) {
        store.write(area, area + i, values.get(i));
      }
    }

    store.flush();

    StateStore other = anew();
    for (String area : names) {
      for (int i = 0; i < values.size(); i++) {
        assertThat(other.read(area, area + i)).as(area + i).hasValue(values.get(i));
      }
    }
  }

  @Test
  void refusesANameThatNoFileCanHold() {
    StateStore store = store();

    assertThrown(IllegalArgumentException.class, () -> store.write("a", "\ud800", bytes("1")));
  }

  @Test
  void writesJsonThatAPersonCanRead() throws IOException {
    StateStore store = store();
    store.write("usage", "tools", bytes("{\"it.read\":2}"));
    store.write("tools", "it", bytes("{\"definition\":\"x\",\"tools\":[]}"));
    store.write("mine", "k", NO_JSON);

    store.flush();

    assertThat(file())
        .hasContent(
            """
            {
            "version": 4,
            "embeddings": {},
            "pins": {},
            "backends": {
            "it": {"definition":"x","tools":[]}},
            "usage_stats": {
            "tools": {"it.read":2}},
            "plugins": {
            "mine": {
            "k": {"$base64":"AAH/"}}}
            }
            """);
  }

  @Test
  void belongsToItsOwnerAlone() throws IOException {
    StateStore store = store();
    store.write("a", "k", bytes("1"));

    store.flush();

    assertThat(names()).containsExactly("cache.json", "cache.json.lock");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
        .isEqualTo("rw-------");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file().getParent())))
        .isEqualTo("rwx------");
  }

  @Test
  void isTheSameForAllWhoNameTheFile() throws IOException {
    Files.createDirectories(file().getParent());
    Path link = Files.createSymbolicLink(directory.resolve("link"), file().getParent());

    assertThat(StateStore.file(file())).isSameAs(StateStore.file(link.resolve("./cache.json")));
  }

  @Test
  void losesNothingThatAnotherOneChangesMeanwhile() {
    StateStore one = anew();
    StateStore other = anew();
    one.read("a", "k");
    other.write("a", "theirs", bytes("1"));
    other.write("a", "both", bytes("1"));
    other.flush();
    one.write("a", "mine", bytes("2"));
    one.write("a", "both", bytes("2"));

    one.flush();

    StateStore later = anew();
    assertThat(later.read("a", "theirs")).hasValue(bytes("1"));
    assertThat(later.read("a", "mine")).hasValue(bytes("2"));
    assertThat(later.read("a", "both")).hasValue(bytes("2"));
    assertThat(other.read("a", "mine")).hasValue(bytes("2"));
  }

  @Test
  void leavesTheFileAloneWhereNothingIsNew() throws IOException {
    StateStore store = anew();
    store.write("a", "k", bytes("1"));
    store.flush();
    Object before = Files.readAttributes(file(), "unix:ino").get("ino");

    store.write("a", "k", bytes("1"));
    store.remove("a", "never");
    store.flush();

    assertThat(Files.readAttributes(file(), "unix:ino")).containsEntry("ino", before);
  }

  @Test
  void takesOverWhatPrismGateHasLearnt() throws IOException {
    String tool =
        "\"description\": \"Reads.\", \"backend_name\": \"files\", \"tags\": [\"disk\"],"
            + " \"input_schema\": {\"type\": \"object\"}}";
    for (int version = 1; version <= 4; version++) {
      String names =
          version < 3
              ? "{\"name\": \"" + (version == 1 ? "" : "files.") + "read\", "
              : "{\"name\": \"files.read\", \"original_name\": \"read\", ";
      write(
          bytes(
              ("{\"version\": %d, \"backends\": {\"files\": [%s, {}]},"
                      + " \"embeddings\": {\"files.read\": [0.5]},"
                      + " \"usage_stats\": {\"files.read\": 3, \"files.list\": 1}}")
                  .formatted(version, names + tool)));

      StateStore store = anew();

      assertThat(text(store, "usage", "tools")).hasValue("{\"files.read\":3,\"files.list\":1}");
      assertThat(text(store, "tools", "files"))
          .hasValue(
              "{\"tools\":[{\"tool\":{\"name\":\"read\",\"description\":\"Reads.\","
                  + "\"inputSchema\":{\"type\":\"object\"}},\"tags\":[\"disk\"]}]}");
      assertThat(store.read("embeddings", "files.read")).isEmpty();
    }
    write(bytes("{\"version\":4,\"backends\":{},\"embeddings\":null,\"usage_stats\":null}"));
    assertThat(anew().read("usage", "tools")).isEmpty();
    assertThat(names()).containsExactly("cache.json");
  }

  @Test
  void leavesOutTheLatenciesThatEarlierVersionsKept() throws IOException {
    write(
        bytes(
            "{\"version\":4,\"latencies\":{\"backends\":{\"it\":[5,2]}},"
                + "\"usage_stats\":{\"tools\":{\"it.read\":2}}}"));
    StateStore store = anew();

    assertThat(text(store, "usage", "tools")).hasValue("{\"it.read\":2}");
    store.write("a", "k", bytes("1"));
    store.flush();
    assertThat(file()).content().doesNotContain("latencies");
    assertThat(names()).containsExactly("cache.json", "cache.json.lock");
  }

  private static Optional<String> text(StateStore store, String area, String key) {
    return store.read(area, key).map(value -> new String(value, StandardCharsets.UTF_8));
  }

  @Test
  void putsAsideWhatIsNotItsOwnAndBeginsAnew() throws IOException {
    List<String> files =
        List.of(
            "{\"version\": 99, \"backends\": {}}",
            "{\"backends\": {}}",
            "{\"version\": 4, \"backends\": [1]}",
            "{\"version\": 4} {}",
            "[]",
            "version: 4",
            "");
    for (String foreign : files) {
      write(bytes(foreign));

      StateStore store = anew();
      List<String> log = logged(() -> assertThat(store.read("usage", "tools")).isEmpty());

      assertThat(log).singleElement().asString().contains("cache.json.unreadable-1");
      assertThat(directory.resolve("made/cache.json.unreadable-1")).hasContent(foreign);
      store.write("a", "k", bytes("1"));
      store.flush();
      assertThat(anew().read("a", "k")).hasValue(bytes("1"));
    }
    assertThat(names())
        .containsExactly(
            "cache.json",
            "cache.json.lock",
            "cache.json.unreadable-1",
            "cache.json.unreadable-2",
            "cache.json.unreadable-3");
  }

  private static List<String> logged(Runnable work) {
    try (LoggedErrors log = new LoggedErrors()) {
      work.run();
      return log.messages();
    }
  }

  @Test
  void putsAsideAFileThatIsTornAnywhere() throws IOException {
    StateStore store = anew();
    store.write("usage", "tools", bytes("{\"it.read\":2}"));
    store.write("mine", "k", NO_JSON);
    store.flush();
    byte[] whole = Files.readAllBytes(file());

    for (int length = 0; length < whole.length; length++) {
      write(Arrays.copyOf(whole, length));
      StateStore torn = anew();
      boolean all = length == whole.length - 1; // without the last line break

      assertThat(torn.read("usage", "tools").isPresent()).as("%d bytes", length).isEqualTo(all);
      assertThat(Files.exists(file())).isEqualTo(all);
    }
  }

  @Test
  void worksInMemoryWhereNothingCanBeWritten() throws IOException {
    Path blocked = Files.writeString(directory.resolve("no-directory"), "");
    Path occupied = Files.createDirectory(directory.resolve("occupied"));
    Path readOnly = Files.createDirectory(directory.resolve("read-only"));
    Files.setPosixFilePermissions(readOnly, PosixFilePermissions.fromString("r-x------"));
    List<Path> files =
        Files.isWritable(readOnly) // by root it is
            ? List.of(blocked.resolve("cache.json"), occupied, Path.of("/proc/cache.json"))
            : List.of(blocked.resolve("cache.json"), occupied, readOnly.resolve("cache.json"));
    for (Path file : files) {
      StateStore store = StateStore.file(file);
      List<String> log =
          logged(
              () -> {
                for (int i = 0; i < 3; i++) {
                  store.write("a", "k", bytes("1"));
                  store.flush();
                  assertThat(store.read("a", "k")).hasValue(bytes("1"));
                  assertThat(store.read("a", "other")).isEmpty();
                }
              });

      assertThat(log).filteredOn(line -> line.contains("stays in memory")).hasSize(1);
    }
    assertThat(occupied).isEmptyDirectory();
  }

  /** At the end of a gateway its threads are interrupted. */
  @Test
  void writesForAThreadThatIsInterrupted() {
    StateStore store = anew();
    store.write("a", "k", bytes("1"));

    Thread.currentThread().interrupt();
    store.flush();

    assertThat(Thread.interrupted()).isTrue();
    assertThat(anew().read("a", "k")).hasValue(bytes("1"));
  }
}
