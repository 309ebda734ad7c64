package io.gatemini.server.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gatemini.CatalogSnapshot;
import io.gatemini.Gateway;
import io.gatemini.config.ConfigException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Real files, saved as editors and container platforms save them. */
@Timeout(60)
class ConfigWatchTest {
  private static final Duration LOOK = Duration.ofMillis(20);

  @TempDir Path directory = Path.of("");

  private final AtomicInteger refused = new AtomicInteger();
  @AutoClose private final Gateway gateway = Gateway.builder().build();

  private ConfigWatch watch(Path file) {
    return new ConfigWatch(
        file,
        Stream::empty,
        () -> {
          try {
            gateway.reload(Gateway.builder().config(file).settings());
          } catch (ConfigException e) {
            refused.incrementAndGet();
            throw e;
          }
        },
        LOOK);
  }

  private static String alias(String name) {
    return "backends: {}\naliases: {" + name + ": work}\n";
  }

  private void awaitAlias(String name) {
    await().until(() -> aliases().contains("{" + name + "="));
  }

  private String aliases() {
    CatalogSnapshot catalog = gateway.catalog();
    return catalog.aliases().toString();
  }

  @Test
  void seesAFileThatIsWrittenOver() throws IOException {
    Path file = Files.writeString(directory.resolve("g.yaml"), alias("none"));
    try (ConfigWatch watch = watch(file)) {
      assertThat(watch).isNotNull();
      Files.writeString(file, alias("first"));
      awaitAlias("first");

      Files.writeString(file, alias("second_one"));
      awaitAlias("second_one");
    }
  }

  @Test
  void seesAFileThatAnotherIsRenamedTo() throws IOException {
    Path file = Files.writeString(directory.resolve("g.yaml"), alias("none"));
    try (ConfigWatch watch = watch(file)) {
      assertThat(watch).isNotNull();
      for (String name : new String[] {"one", "two", "six"}) {
        Path other = Files.writeString(directory.resolve("g.yaml~"), alias(name));
        Files.move(other, file, StandardCopyOption.REPLACE_EXISTING);
        awaitAlias(name);
      }
    }
  }

  @Test
  void seesAFileThatIsDeletedAndMadeAgain() throws IOException {
    Path file = Files.writeString(directory.resolve("g.yaml"), alias("none"));
    try (ConfigWatch watch = watch(file)) {
      assertThat(watch).isNotNull();
      Files.delete(file);
      Files.writeString(file, alias("again"));
      awaitAlias("again");
    }
  }

  /** As Kubernetes mounts a map of configurations. */
  @Test
  @DisabledOnOs(OS.WINDOWS)
  void seesADirectoryThatIsSwapped() throws IOException {
    Path old = Files.createDirectory(directory.resolve("..1"));
    Path next = Files.createDirectory(directory.resolve("..2"));
    Files.writeString(old.resolve("g.yaml"), alias("old"));
    Files.writeString(next.resolve("g.yaml"), alias("new"));
    Path data = Files.createSymbolicLink(directory.resolve("..data"), old);
    Path file = Files.createSymbolicLink(directory.resolve("g.yaml"), Path.of("..data", "g.yaml"));
    try (ConfigWatch watch = watch(file)) {
      assertThat(watch).isNotNull();
      Path swap = Files.createSymbolicLink(directory.resolve("..tmp"), next);
      Files.move(swap, data, StandardCopyOption.ATOMIC_MOVE);
      awaitAlias("new");
    }
  }

  @Test
  void keepsTheOldOneWhereTheNewOneIsInvalid() throws IOException {
    // Its length differs from the next one's: both may be written in one tick of the file system's
    // clock.
    Path file = Files.writeString(directory.resolve("g.yaml"), alias("nothing"));
    try (ConfigWatch watch = watch(file)) {
      assertThat(watch).isNotNull();
      Files.writeString(file, alias("good"));
      awaitAlias("good");

      Files.writeString(file, "backends: {a: {comand: x}}\n");
      await().until(() -> refused.get() > 0);
      assertThat(aliases()).contains("good");

      Files.writeString(file, alias("mended"));
      awaitAlias("mended");
    }
  }
}
