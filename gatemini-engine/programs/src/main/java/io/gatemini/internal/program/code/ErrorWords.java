package io.gatemini.internal.program.code;

import java.util.List;

/**
 * The subject of an uncaught error's message, as far as a hint can help. The text of a program may
 * be quoted in it at any length, so that only its begin and its end are read, once.
 *
 * @param kind what went wrong
 * @param name what is not defined, or is no function; else empty
 */
record ErrorWords(Kind kind, String name) {
  enum Kind {
    NOT_DEFINED,
    NO_FUNCTION,
    /** No list, or no JSON text. */
    NOT_ITERABLE,
    /** A member of what is not there. */
    NO_OBJECT,
    NO_MODULE,
    OTHER
  }

  private static final String REFERENCE = "ReferenceError: ";
  private static final String TYPE = "TypeError: ";
  private static final String UNDEFINED = " is not defined";

  /** V8, of a variable before its declaration. */
  private static final String TOO_EARLY = "Cannot access '";

  private static final String UNINITIALIZED = "' before initialization";
  private static final String UNCALLABLE = " is not a function";
  private static final String UNITERABLE = "is not iterable";

  // Each in the words of GraalJS and of V8.
  private static final List<String> NO_JSON =
      List.of("SyntaxError: Unexpected token", "is not valid JSON", " in JSON at position ");
  private static final List<String> NO_OBJECT =
      List.of("TypeError: Cannot read property '", "TypeError: Cannot read properties of ");
  private static final List<String> FORBIDDEN =
      List.of("Operation is not allowed for: ", "Error: Not supported");

  /** Read of the begin of a message, and as much of its end. */
  private static final int MAX_PART = 2_000;

  /** Longer names are not typos and would make the hint unreadable. */
  private static final int LONGEST_NAME = 200;

  private static final ErrorWords UNKNOWN = new ErrorWords(Kind.OTHER, "");

  static ErrorWords of(String message) {
    String read =
        message.length() <= 2 * MAX_PART
            ? message
            : message.substring(0, MAX_PART) + message.substring(message.length() - MAX_PART);
    String name = undefined(read);
    if (!name.isEmpty()) {
      return named(Kind.NOT_DEFINED, name);
    }
    boolean iterable = true;
    for (String line : (Iterable<String>) read.lines()::iterator) {
      int type = line.indexOf(TYPE);
      if (type >= 0) {
        name = uncallable(line, type + TYPE.length());
        if (!name.isEmpty()) {
          return named(Kind.NO_FUNCTION, name);
        }
        iterable &= line.indexOf(UNITERABLE, type) < 0;
      } else {
        iterable &= !hasOne(line, NO_JSON);
      }
    }
    if (!iterable) {
      return new ErrorWords(Kind.NOT_ITERABLE, "");
    }
    if (hasOne(read, NO_OBJECT)) {
      return new ErrorWords(Kind.NO_OBJECT, "");
    }
    return hasOne(read, FORBIDDEN) ? new ErrorWords(Kind.NO_MODULE, "") : UNKNOWN;
  }

  private static boolean hasOne(String text, List<String> words) {
    return words.stream().anyMatch(text::contains);
  }

  private static ErrorWords named(Kind kind, String name) {
    return name.length() <= LONGEST_NAME ? new ErrorWords(kind, name) : UNKNOWN;
  }

  private static String undefined(String message) {
    for (int at = message.indexOf(REFERENCE); at >= 0; at = message.indexOf(REFERENCE, at + 1)) {
      int start = at + REFERENCE.length();
      if (message.startsWith(TOO_EARLY, start)) {
        start += TOO_EARLY.length();
      }
      int end = endOfName(message, start);
      if (end > start
          && (message.startsWith(UNDEFINED, end) || message.startsWith(UNINITIALIZED, end))) {
        return message.substring(start, end);
      }
    }
    return "";
  }

  /** The last name before the words, where a dot or {@code ["} stands before it. */
  private static String uncallable(String line, int from) {
    for (int end = line.indexOf(UNCALLABLE, from); end >= 0; ) {
      int start = end;
      if (line.startsWith("\"]", end - 2)) {
        start = end - 2;
        int begin = line.lastIndexOf("[\"", start);
        if (begin >= from) {
          return line.substring(begin + 2, start);
        }
      }
      // V8 writes files["read-it"] as files.read-it.
      while (start > from && (isOfAName(line.charAt(start - 1)) || line.charAt(start - 1) == '-')) {
        start--;
      }
      if (start < end && start > from && line.charAt(start - 1) == '.') {
        return line.substring(start, end);
      }
      end = line.indexOf(UNCALLABLE, end + 1);
    }
    return "";
  }

  static int endOfName(String text, int from) {
    int end = from;
    while (end < text.length() && isOfAName(text.charAt(end))) {
      end++;
    }
    return end;
  }

  static boolean isOfAName(char c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || c == '_'
        || c == '$';
  }
}
