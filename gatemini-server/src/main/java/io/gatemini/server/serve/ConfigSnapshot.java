package io.gatemini.server.serve;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.GatewayBuilder;
import io.gatemini.config.BackendConfig;
import io.gatemini.internal.process.Environment;
import io.gatemini.server.ipc.DaemonPlaces;
import io.gatemini.spi.Json;
import io.gatemini.spi.StateStore;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * A configuration as it was at one moment: its text, and the content of the files that it names.
 * Backends get copies of those files, so that a later change does not reach them. Thread-safe.
 *
 * <p>{@link #save} keeps it in a file for its owner alone; of variables in files it keeps digests.
 * Files of secrets, and variables that only {@code secretref:env:} names, count by their name.
 *
 * @param folder the folder of copies; where it is empty, nothing but the text is held
 * @param known digests of variables in files: only these are taken; empty where all are
 * @param variables the variables in files that are taken, by file
 * @param copies the copies of other files, by file
 */
record ConfigSnapshot(
    String text,
    Optional<Path> folder,
    Optional<Set<String>> known,
    Map<String, Map<String, String>> variables,
    Map<String, String> copies) {
  private static final Logger LOG = System.getLogger(ConfigSnapshot.class.getName());
  private static final String AREA = "configuration";
  private static final String KEY = "accepted";

  /** The options of backends that name a file, or an address. */
  private static final List<String> FILES = List.of("adapter_file", "document");

  /** More than any of them may have. */
  private static final int MAX_BYTES = 64 << 20;

  /** The form in which it is kept. */
  record Saved(String text, Set<String> variables, Map<String, String> copies) {}

  /** A text, and the files as they are when it is read. */
  static ConfigSnapshot of(String text, Optional<Path> folder) {
    return of(text, folder, Optional.empty(), Map.of());
  }

  private static ConfigSnapshot of(
      String text, Optional<Path> folder, Optional<Set<String>> known, Map<String, String> copies) {
    return new ConfigSnapshot(
        text, folder, known, new ConcurrentHashMap<>(), new ConcurrentHashMap<>(copies));
  }

  /** The snapshot that was saved last. */
  static Optional<ConfigSnapshot> saved(Path kept) {
    try {
      byte[] bytes = StateStore.file(kept).read(AREA, KEY).orElseGet(() -> new byte[0]);
      Saved it = Json.mapper().readValue(bytes, Saved.class);
      return Optional.of(
          of(it.text, Optional.of(folder(kept)), Optional.of(it.variables), it.copies));
    } catch (IOException e) {
      return Optional.empty(); // nothing was accepted yet
    }
  }

  /** The folder of copies next to a file. */
  static Path folder(Path kept) {
    return kept.resolveSibling("accepted");
  }

  /** Keeps this snapshot beyond the end of the process. */
  void save(Path kept) {
    Set<String> digests = new TreeSet<>(known.orElseGet(Set::of));
    variables.forEach((file, said) -> said.entrySet().forEach(it -> digests.add(digest(file, it))));
    StateStore store = StateStore.file(kept);
    String json = Json.mapper().valueToTree(new Saved(text, digests, copies)).toString();
    store.write(AREA, KEY, json.getBytes(StandardCharsets.UTF_8));
    store.flush();
  }

  /** Accepts an edit of an operator, where the text before it was accepted. */
  static void edited(Path kept, String before, String after) {
    saved(kept)
        .filter(it -> it.text.equals(before))
        .ifPresent(it -> of(after, it.folder, it.known, it.copies).save(kept));
  }

  /** Reads it as clients with these variables mean it. */
  GatewayBuilder read(ConfigInForce.Reader reader, Map<String, String> own) {
    return folder.isEmpty()
        ? reader.read(text, own)
        : Environment.reading(this::variables, () -> reader.read(text, own))
            .settings(said -> said.withEachBackend(this::withCopies));
  }

  private Map<String, String> variables(Path file) {
    Map<String, String> said = Environment.ofFile(file);
    Map<String, String> held = new TreeMap<>(said);
    held.entrySet().removeIf(it -> isSecretAlone(it.getKey()) || !isKnown(file, it));
    said.keySet().removeIf(name -> !isSecretAlone(name));
    said.putAll(variables.computeIfAbsent(file.toString(), it -> held));
    return said;
  }

  private boolean isKnown(Object file, Map.Entry<String, String> variable) {
    return known.isEmpty() || known.get().contains(digest(file, variable));
  }

  private boolean isSecretAlone(String name) {
    return text.contains("secretref:env:" + name)
        && !text.contains("${" + name)
        && !text.contains("${env:" + name);
  }

  private BackendConfig withCopies(BackendConfig config) {
    BackendConfig held = config;
    for (String key : FILES) {
      String file = config.options().path(key).asText();
      if (!file.isEmpty() && !file.matches("(?i)https?://.*")) {
        String whole = Path.of(file).toAbsolutePath().normalize().toString();
        held = held.option(key, copies.computeIfAbsent(whole, this::copy));
      }
    }
    return held;
  }

  /** A copy under the digest of its content, and under the name that messages show. */
  private String copy(String file) {
    Path name = Path.of(file).getFileName();
    byte[] content;
    try (InputStream in = Files.newInputStream(Path.of(file))) {
      content = in.readNBytes(MAX_BYTES);
    } catch (IOException e) {
      // Its backend cannot start, not even once the file exists, before that is accepted.
      return folder.orElseThrow().resolve("missing").resolve(name).toString();
    }
    String digest = digest(new String(content, StandardCharsets.ISO_8859_1));
    Path copy = folder.orElseThrow().resolve(digest).resolve(name);
    try {
      Files.createDirectories(copy.resolveSibling(""));
      try (OutputStream out = Channels.newOutputStream(DaemonPlaces.open(copy))) {
        out.write(content);
      }
      return copy.toString();
    } catch (IOException e) {
      LOG.log(Level.WARNING, "changes of {0} do not wait: {1} cannot be written", file, copy);
      return file;
    }
  }

  /** Reads the files of another snapshot, for clients whose variables lead there. */
  void readAlso(ConfigSnapshot other) {
    if (folder.isPresent()) {
      other.variables.keySet().forEach(file -> variables(Path.of(file)));
      other.copies.keySet().forEach(file -> copies.computeIfAbsent(file, this::copy));
    }
  }

  /** The files that it names, as far as they were read. */
  Stream<Path> paths() {
    return Stream.concat(variables.keySet().stream(), copies.keySet().stream()).map(Path::of);
  }

  /** The content of the files that it names: copies, and variables. */
  ObjectNode files() {
    ObjectNode files = JsonNodeFactory.instance.objectNode();
    new TreeMap<>(copies).forEach(files::put);
    new TreeMap<>(variables)
        .forEach((file, said) -> said.forEach((name, it) -> files.put(file + ": " + name, it)));
    return files;
  }

  /** Distinguishes it from every other snapshot. */
  String digest() {
    return digest(text, files());
  }

  private static String digest(Object... parts) {
    return DaemonPlaces.hash(Arrays.toString(parts), 16);
  }
}
