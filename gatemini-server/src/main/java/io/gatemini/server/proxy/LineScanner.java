package io.gatemini.server.proxy;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Reads what a proxy has to know of a message while its bytes pass: the method, the id, and whether
 * it is an answer. It holds no more of a line than those, however long the line is, and goes on in
 * the middle of a name or an escape where the last bytes ended.
 *
 * <p>It expects JSON and does not check it: the receiver of the line does.
 */
final class LineScanner {
  /** The longest id and method that are kept; of longer ones nothing is. */
  static final int MAX_VALUE_BYTES = 1024;

  private final byte[] kept = new byte[MAX_VALUE_BYTES];
  private int keptBytes;
  private int depth;
  private boolean inString;
  private boolean escaped;
  private boolean atName;
  private boolean keeping;
  private boolean batch;
  private boolean answer;
  private String name = "";
  private @Nullable String id;
  private @Nullable String method;

  /** Forgets the line, for the next one. */
  void reset() {
    keptBytes = 0;
    depth = 0;
    inString = false;
    escaped = false;
    atName = false;
    keeping = false;
    batch = false;
    answer = false;
    name = "";
    id = null;
    method = null;
  }

  /** Takes the next bytes of a line, without its end. */
  void scan(byte[] bytes, int from, int to) {
    for (int i = from; i < to; i++) {
      byte b = bytes[i];
      if (inString) {
        inText(b);
      } else {
        outsideText(b);
      }
    }
  }

  private void inText(byte b) {
    keep(b);
    if (escaped) {
      escaped = false;
    } else if (b == '\\') {
      escaped = true;
    } else if (b == '"') {
      inString = false;
    }
  }

  private void outsideText(byte b) {
    switch (b) {
      case '"' -> {
        inString = true;
        keep(b);
      }
      case '{' -> {
        depth++;
        if (depth == 1) {
          expectName();
        } else {
          keep(b);
        }
      }
      case '[' -> {
        batch |= depth == 0;
        depth++;
        keep(b);
      }
      case '}', ']' -> {
        if (depth == 1) {
          endValue();
        } else {
          keep(b);
        }
        depth--;
      }
      case ':' -> {
        if (depth == 1 && atName) {
          endName();
        } else {
          keep(b);
        }
      }
      case ',' -> {
        if (depth == 1) {
          endValue();
          expectName();
        } else {
          keep(b);
        }
      }
      case ' ', '\t', '\r' -> {}
      default -> keep(b);
    }
  }

  private void expectName() {
    atName = !batch;
    keeping = !batch;
    keptBytes = 0;
  }

  private void endName() {
    name = keptBytes > MAX_VALUE_BYTES ? "" : unquoted(text());
    atName = false;
    keptBytes = 0;
    answer |= name.equals("result") || name.equals("error");
    keeping = name.equals("id") || name.equals("method");
  }

  private void endValue() {
    if (keeping && !atName && keptBytes > 0 && keptBytes <= MAX_VALUE_BYTES) {
      if (name.equals("id")) {
        id = text();
      } else {
        method = unquoted(text());
      }
    }
    keeping = false;
  }

  private void keep(byte b) {
    if (keeping) {
      if (keptBytes < MAX_VALUE_BYTES) {
        kept[keptBytes] = b;
      }
      // One more than there is room for says that the value was too long.
      keptBytes = Math.min(keptBytes + 1, MAX_VALUE_BYTES + 1);
    }
  }

  private String text() {
    return new String(kept, 0, keptBytes, StandardCharsets.UTF_8);
  }

  /** The text of a string of JSON, whose escapes are rare here and looked up one by one. */
  private static String unquoted(String json) {
    if (json.length() < 2 || json.charAt(0) != '"') {
      return json;
    }
    String inner = json.substring(1, json.length() - 1);
    if (inner.indexOf('\\') < 0) {
      return inner;
    }
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < inner.length(); i++) {
      char c = inner.charAt(i);
      if (c != '\\' || i + 1 == inner.length()) {
        text.append(c);
        continue;
      }
      char kind = inner.charAt(++i);
      switch (kind) {
        case 'b' -> text.append('\b');
        case 'f' -> text.append('\f');
        case 'n' -> text.append('\n');
        case 'r' -> text.append('\r');
        case 't' -> text.append('\t');
        case 'u' -> {
          int end = Math.min(i + 5, inner.length());
          try {
            text.append((char) Integer.parseInt(inner.substring(i + 1, end), 16));
          } catch (NumberFormatException e) {
            return json; // no JSON: no name that anybody knows
          }
          i = end - 1;
        }
        default -> text.append(kind);
      }
    }
    return text.toString();
  }

  /** The id as the line says it, a string with its quotes; null where there is none. */
  @Nullable String id() {
    return id;
  }

  /** The method without quotes; null where there is none. */
  @Nullable String method() {
    return method;
  }

  /** Whether the message has a result or an error. */
  boolean isAnswer() {
    return answer;
  }

  /** Whether the line is a list of messages: nothing else is known of it. */
  boolean isBatch() {
    return batch;
  }

  /** Whether every brace and string of the line has its end. */
  boolean isWhole() {
    return depth == 0 && !inString;
  }
}
