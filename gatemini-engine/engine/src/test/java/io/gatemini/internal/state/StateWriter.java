package io.gatemini.internal.state;

import io.gatemini.spi.StateStore;
import io.gatemini.testing.ScriptedServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A process of its own that writes to the store in a file. */
final class StateWriter {
  /** So large that writing it takes a while. */
  private static final String PADDING = " ".repeat(200_000);

  private StateWriter() {}

  /**
   * Starts one.
   *
   * @param work name and arguments of what it does
   */
  static Process start(Path file, String... work) throws IOException {
    List<String> command = command(file, work);
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }

  static List<String> command(Path file, String... work) {
    List<String> command = ScriptedServer.java(StateWriter.class, "-XX:-UsePerfData");
    command.add(file.toString());
    command.addAll(List.of(work));
    return command;
  }

  public static void main(String[] args) {
    // A test run that is killed would leave it writing for ever.
    ProcessHandle.current()
        .parent()
        .ifPresent(parent -> parent.onExit().thenRun(() -> Runtime.getRuntime().halt(1)));
    StateStore store = StateStore.file(Path.of(args[0]));
    switch (args[1]) {
      case "keys" -> keys(store, args[2], Integer.parseInt(args[3]));
      case "pairs" -> pairs(store, Integer.parseInt(args[2]));
      case "more" -> more(store, Integer.parseInt(args[2]));
      default -> throw new IllegalArgumentException(args[1]);
    }
  }

  /** Many keys, each with a flush of its own, and their number beside what others have counted. */
  private static void keys(StateStore store, String name, int count) {
    for (int i = 0; i < count; i++) {
      store.write("mine", name + i, bytes(Integer.toString(i)));
      store.update(
          "all",
          "count",
          was -> Optional.of(bytes("" + (was.map(n -> Integer.parseInt(text(n))).orElse(0) + 1))));
      store.flush();
    }
  }

  /** Two values that are always equal; reports each flush. */
  private static void pairs(StateStore store, int from) {
    for (int i = from; true; i++) {
      byte[] value = bytes(i + PADDING);
      store.write("pins", "one", value);
      store.write("usage", "other", value);
      store.flush();
      System.out.println(i);
    }
  }

  /** A small value and a large one; reports the final size of each. */
  private static void more(StateStore store, int bytes) {
    store.write("mine", "small", new byte[1]);
    store.flush();
    store.write("mine", "large", new byte[bytes]);
    store.flush();
    store.flush();
    System.out.println(
        store.read("mine", "small").map(value -> value.length)
            + " "
            + store.read("mine", "large").map(value -> value.length));
  }

  /** The number of {@link #pairs} in a store; -1 where there is none. */
  static int pair(StateStore store) {
    Optional<String> one = store.read("pins", "one").map(StateWriter::text);
    if (!one.equals(store.read("usage", "other").map(StateWriter::text))) {
      throw new IllegalStateException("the two values of one flush differ");
    }
    return one.map(value -> Integer.parseInt(value.strip())).orElse(-1);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String text(byte[] value) {
    return new String(value, StandardCharsets.UTF_8);
  }
}
