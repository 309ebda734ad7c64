package io.gatemini.internal.process;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.config.ConfigException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;

/**
 * The gateways around this process, passed on in a variable: a configuration that contains itself
 * would start gateways without end. One part a process, the outermost first; in it the digests of
 * its configuration files. Thread-safe.
 */
public final class GatewayAncestry {
  /** The variable. */
  public static final String VARIABLE = "GATEMINI_ANCESTRY";

  /** The member of {@code _meta} in which a gateway identifies itself to another. */
  public static final String META = "io.gatemini/ancestry";

  /** Nested gateways are useful; deeper nesting is a mistake. */
  static final int MAX_DEPTH = 4;

  /** A host may open any number of files one after the other. */
  private static final int MAX_FILES = 16;

  private static final int DIGEST_BYTES = 6;
  private static final String PROCESS = "process";
  private static final String FILES = "files";
  private static final String NO_FILE = "-";

  private static final GatewayAncestry HOST =
      new GatewayAncestry(System.getenv().getOrDefault(VARIABLE, ""));

  private final List<String> ancestors;
  private final Set<String> files = new ConcurrentSkipListSet<>();

  /**
   * @param stateDigest the description of its place and state for peers
   */
  private record OpenedFile(String stateDigest, String name) {}

  /** The files by digest as they were opened last. */
  private final Map<String, OpenedFile> opened = new ConcurrentHashMap<>();

  private final String process = UUID.randomUUID().toString();
  private volatile boolean oneFile;

  /**
   * @param value that of the variable; empty outside of any gateway
   */
  GatewayAncestry(String value) {
    ancestors = value.isEmpty() ? List.of() : List.of(value.split("/", -1));
  }

  /** That of this process. */
  public static GatewayAncestry ofHost() {
    return HOST;
  }

  /**
   * Notes that a gateway is about to be built.
   *
   * @throws ConfigException when it is inside of too many others
   */
  public void enter() {
    if (ancestors.size() > MAX_DEPTH) {
      throw new ConfigException(
          "this gateway would run inside "
              + ancestors.size()
              + " others, each a backend of the one before; at most "
              + MAX_DEPTH
              + " make sense. Take the backend that starts a gateway out of its configuration");
    }
  }

  /**
   * Notes that a gateway is about to be built from a file.
   *
   * @throws ConfigException when one that it runs inside of has the same file
   */
  public void enter(Path file) {
    String digest = digest(file, "");
    refuseInside(digest, file);
    if (files.size() < MAX_FILES) {
      files.add(digest);
      opened.put(
          digest, new OpenedFile(digest(file, state(file)), String.valueOf(file.getFileName())));
    }
  }

  /**
   * Refuses to serve a client that runs inside of a gateway with this file.
   *
   * @param value that of the variable in the client's process; empty outside of any gateway
   * @throws ConfigException when it does
   */
  public static void admit(String value, Path file) {
    new GatewayAncestry(value).refuseInside(digest(file, ""), file);
  }

  private void refuseInside(String digest, Path file) {
    if (ancestors.stream()
        .anyMatch(part -> Arrays.asList(part.split("\\+", -1)).contains(digest))) {
      throw new ConfigException(containsItself(String.valueOf(file.getFileName())));
    }
  }

  /** Notes that all gateways of this process have one file: none may be the client of another. */
  public void haveOneFile() {
    oneFile = true;
  }

  private static String containsItself(String file) {
    return file
        + " contains itself: one of its backends starts a gateway with this file again."
        + " Take that backend out of it";
  }

  /**
   * The handshake carries it too: the variable is lost where a command cleans the environment. A
   * container may have another file in the same place, so that size and time count.
   */
  public ObjectNode forPeer() {
    ObjectNode chain = JsonNodeFactory.instance.objectNode().put(PROCESS, process);
    var known = chain.putArray(FILES);
    opened.values().forEach(file -> known.add(file.stateDigest()));
    return chain;
  }

  /**
   * Why a client's process must not use this one, if that is so: it has one of the same files. A
   * host may well join two gateways of one process, unless all {@linkplain #haveOneFile have one}.
   *
   * @param chain what the client passed on; of any kind
   */
  public Optional<String> problem(JsonNode chain) {
    if (!oneFile && chain.path(PROCESS).asText().equals(process)) {
      return Optional.empty();
    }
    Set<String> theirs = new HashSet<>();
    chain.path(FILES).forEach(digest -> theirs.add(digest.asText()));
    return opened.values().stream()
        .filter(file -> theirs.contains(file.stateDigest()))
        .findFirst()
        .map(file -> containsItself(file.name()));
  }

  /** The value for a child of this process. */
  String forChildren() {
    String own = files.isEmpty() ? NO_FILE : String.join("+", files);
    return ancestors.isEmpty() ? own : String.join("/", ancestors) + "/" + own;
  }

  private static String state(Path file) {
    try {
      return Files.size(file) + " " + Files.getLastModifiedTime(file).toMillis();
    } catch (IOException e) {
      return "";
    }
  }

  private static String digest(Path file, String state) {
    try {
      byte[] path = (real(file) + state).getBytes(StandardCharsets.UTF_8);
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(path);
      return HexFormat.of().formatHex(digest, 0, DIGEST_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Path real(Path file) {
    try {
      return file.toRealPath();
    } catch (IOException e) {
      // The reader of the file reports that it cannot be read.
      return file.toAbsolutePath().normalize();
    }
  }
}
