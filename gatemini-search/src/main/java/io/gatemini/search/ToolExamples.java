package io.gatemini.search;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.RawJson;
import io.gatemini.ToolDescriptor;
import io.gatemini.config.ConfigException;
import io.gatemini.spi.Json;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A file of requests in people's own words with the tools that they are for, one JSON object a
 * line:
 *
 * <pre>{"request": "ship it", "tool": "deploy.create_release"}</pre>
 *
 * <p>A pair may have the {@code digest} of the tool's definition, and then counts for that
 * definition alone. The last pair with the same request and tool counts. Thread-safe; several
 * processes may add pairs at once.
 */
public final class ToolExamples {
  /** More than a person says in one request; logs and documents are no requests. */
  private static final int MAX_CHARACTERS = 1_000;

  /** Each search compares its task with all of them, in a millisecond. */
  private static final int MAX_PAIRS = 10_000;

  private static final long MAX_BYTES = 16 << 20;
  private static final int DIGEST_BYTES = 8;

  private static final String FORM =
      "write {\"request\": \"ship it\", \"tool\": \"server.tool\"} on a line of its own";

  private final Path file;

  private ToolExamples(Path file) {
    this.file = file;
  }

  /** The pairs of a file, which need not exist yet. */
  public static ToolExamples of(Path file) {
    return new ToolExamples(file);
  }

  /**
   * Reads the pairs in their order; none where there is no file.
   *
   * @throws ConfigException naming file and line where something is wrong
   */
  public List<ToolExample> read() {
    return pairs(text());
  }

  /** The same with those that later ones replace. */
  List<ToolExample> lines() {
    return lines(text());
  }

  private String text() {
    try {
      long bytes = Files.size(file);
      if (bytes > MAX_BYTES) {
        throw wrong(
            "", "the file has %,d bytes, %,d at most; remove pairs".formatted(bytes, MAX_BYTES));
      }
      return Files.readString(file);
    } catch (NoSuchFileException e) {
      return "";
    } catch (CharacterCodingException e) {
      throw wrong("", "the file is not UTF-8 text; save it as UTF-8");
    } catch (IOException e) {
      throw wrong(
          "", "the file cannot be read (%s); name a file of pairs".formatted(e.getMessage()));
    }
  }

  private List<ToolExample> pairs(String text) {
    Map<List<String>, ToolExample> pairs = new LinkedHashMap<>();
    lines(text).forEach(pair -> pairs.put(List.of(pair.request(), pair.tool()), pair));
    if (pairs.size() > MAX_PAIRS) {
      throw wrong(
          "",
          "the file has %,d pairs, %,d at most; remove some".formatted(pairs.size(), MAX_PAIRS));
    }
    return List.copyOf(pairs.values());
  }

  private List<ToolExample> lines(String text) {
    List<ToolExample> pairs = new ArrayList<>();
    int number = 0;
    for (String line : (Iterable<String>) text.replaceFirst("\\A\uFEFF", "").lines()::iterator) {
      number++;
      if (!line.isBlank()) {
        pairs.add(pair(number, line));
      }
    }
    return pairs;
  }

  private ToolExample pair(int number, String line) {
    String at = number == 0 ? "" : ", line " + number;
    JsonNode json;
    try {
      json = RawJson.parse(line).tree();
    } catch (IllegalArgumentException e) {
      throw wrong(at, "this is not JSON; %s".formatted(FORM));
    }
    Optional<String> digest =
        json.hasNonNull("digest") ? Optional.of(said(json, "digest", at)) : Optional.empty();
    return new ToolExample(number, said(json, "request", at), said(json, "tool", at), digest);
  }

  private String said(JsonNode json, String key, String at) {
    String text = json.path(key).isTextual() ? json.path(key).asText().strip() : "";
    if (text.isEmpty()) {
      throw wrong(at, "\"%s\" is missing or not a text; %s".formatted(key, FORM));
    }
    return bounded(text, key, at);
  }

  private String bounded(String text, String key, String at) {
    if (text.length() > MAX_CHARACTERS) {
      throw wrong(
          at,
          "\"%s\" has %,d characters, %,d at most; write the sentence that a person says"
              .formatted(key, text.length(), MAX_CHARACTERS));
    }
    return text;
  }

  /**
   * Checks a request before it is added.
   *
   * @throws ConfigException where it is too long
   */
  public void check(String request) {
    bounded(request.strip(), "request", "");
  }

  private ConfigException wrong(String at, String problem) {
    return new ConfigException("search.examples: " + file.getFileName() + at + ": " + problem);
  }

  /**
   * Appends a pair for the definition that a tool has now. The file is made its owner's alone:
   * requests may be private.
   *
   * @return whether it was new
   * @throws ConfigException where the file is malformed or full, or the request blank or too long
   */
  public boolean add(String request, ToolDescriptor tool) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("request", request.strip()).put("tool", tool.key()).put("digest", digest(tool));
    ToolExample pair = pair(0, json.toString());
    String before = text();
    List<ToolExample> known = pairs(before);
    if (known.stream().anyMatch(pair::isAlso)) {
      return false;
    }
    String line = (before.isEmpty() || before.endsWith("\n") ? "" : "\n") + json + "\n";
    byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
    if (known.size() == MAX_PAIRS || before.length() + bytes.length > MAX_BYTES / 2) {
      throw wrong("", "the file is full; remove pairs");
    }
    try {
      append(bytes);
    } catch (IOException e) {
      throw wrong(
          "", "the file cannot be written (%s); make it a file of yours".formatted(e.getMessage()));
    }
    return true;
  }

  /** In one write at the end, which those of other processes do not mix with. */
  private void append(byte[] line) throws IOException {
    Files.createDirectories(file.toAbsolutePath().resolveSibling(""));
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
      if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
      }
      channel.write(ByteBuffer.wrap(line));
    }
  }

  /** Distinguishes what a tool says it does from all else that it may say. */
  static String digest(ToolDescriptor tool) {
    try {
      Object schema = Json.mapper().convertValue(tool.inputSchema(), Object.class);
      byte[] definition =
          Json.mapper()
              .writer(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
              .writeValueAsBytes(List.of(tool.originalName(), tool.description(), schema));
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(definition);
      return HexFormat.of().formatHex(hash, 0, DIGEST_BYTES);
    } catch (IOException | NoSuchAlgorithmException e) {
      throw new IllegalStateException("a definition is JSON, and every Java has SHA-256", e);
    }
  }

  @Override
  public String toString() {
    return file.toString();
  }

  /** Changes whenever the file does, without a look into it; empty where there is none. */
  String state() {
    try {
      var at = Files.readAttributes(file, BasicFileAttributes.class);
      return at.fileKey() + " " + at.size() + " " + at.lastModifiedTime();
    } catch (IOException e) {
      return "";
    }
  }
}
