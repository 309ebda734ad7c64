package io.gatemini.server.proxy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The lasting statements of a client to a server: its handshake, its log level, its subscriptions.
 * Another daemon receives the same, under ids that no client has. Not thread-safe.
 */
final class Conversation {
  /** How ids of the proxy itself begin, as they stand in a message. */
  static final String OWN_ID = "\"gatemini-proxy-";

  private static final int MAX_SUBSCRIPTIONS = 1_000;

  /** The heap of a proxy is small. */
  private static final int MAX_SUBSCRIPTION_BYTES = 512 * 1024;

  /** Possessive, for else the matcher calls itself for each letter of an address. */
  private static final Pattern URI =
      Pattern.compile("\"uri\"\\s*+:\\s*+(\"(?:[^\"\\\\]++|\\\\.)*+\")");

  private @Nullable Said initialize;
  private byte @Nullable [] initialized;
  private @Nullable Said level;
  private final Map<String, Said> subscriptions = new LinkedHashMap<>();
  private int subscriptionBytes;
  private long ownIds;

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Said(byte[] line, String id) {}

  /** Takes note of a line, if it is one of those. */
  void note(byte[] line, String method, @Nullable String id) {
    if (id == null) {
      if (method.equals("notifications/initialized")) {
        initialized = line;
      }
      return;
    }
    switch (method) {
      case "initialize" -> initialize = new Said(line, id);
      case "logging/setLevel" -> level = new Said(line, id);
      case "resources/subscribe" -> {
        String uri = uri(line);
        forget(uri);
        if (subscriptions.size() < MAX_SUBSCRIPTIONS
            && subscriptionBytes + line.length <= MAX_SUBSCRIPTION_BYTES) {
          subscriptions.put(uri, new Said(line, id));
          subscriptionBytes += line.length;
        }
      }
      case "resources/unsubscribe" -> forget(uri(line));
      default -> {}
    }
  }

  private void forget(String uri) {
    Said said = subscriptions.remove(uri);
    subscriptionBytes -= said == null ? 0 : said.line.length;
  }

  private static String uri(byte[] line) {
    Matcher uri = URI.matcher(new String(line, StandardCharsets.UTF_8));
    return uri.find() ? uri.group(1) : "";
  }

  /** The line that began the handshake; null before it has come. */
  byte @Nullable [] initialize() {
    return initialize == null ? null : initialize.line;
  }

  /** The messages to repeat to another daemon. */
  List<byte[]> again() {
    List<byte[]> lines = new ArrayList<>();
    if (initialize != null) {
      lines.add(renamed(initialize));
    }
    if (initialized != null) {
      lines.add(initialized);
    }
    if (level != null) {
      lines.add(renamed(level));
    }
    subscriptions.values().forEach(said -> lines.add(renamed(said)));
    return lines;
  }

  /** A ping, and the id under which it is answered. */
  byte[] ping() {
    return ("{\"jsonrpc\":\"2.0\",\"id\":" + ownId() + ",\"method\":\"ping\"}\n")
        .getBytes(StandardCharsets.UTF_8);
  }

  private String ownId() {
    return OWN_ID + ++ownIds + "\"";
  }

  /** The same line under an id of the proxy. */
  private byte[] renamed(Said said) {
    // One byte a character, so that what is not ASCII stays what it is.
    String line = new String(said.line, StandardCharsets.ISO_8859_1);
    String id = new String(said.id.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    Matcher member = Pattern.compile("\"id\"\\s*:\\s*" + Pattern.quote(id)).matcher(line);
    String own = ownId();
    while (member.find()) {
      byte[] renamed =
          (line.substring(0, member.start()) + "\"id\":" + own + line.substring(member.end()))
              .getBytes(StandardCharsets.ISO_8859_1);
      LineScanner scanner = new LineScanner();
      scanner.scan(renamed, 0, renamed.length - 1);
      if (own.equals(scanner.id())) {
        return renamed;
      }
    }
    return said.line; // its id was written with escapes; the daemon answers, and the client ignores
  }
}
