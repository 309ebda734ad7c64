package io.gatemini.internal.declaration;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.internal.text.VisibleText;
import java.util.HexFormat;

/** Names, values and remarks of a schema as TypeScript writes them. Stateless. */
final class Literals {
  /** A longer value is shown by its kind. */
  private static final int MAX_LENGTH = 60;

  private Literals() {}

  /** The name of a member: itself where it is an identifier, else quoted. */
  static String name(String name) {
    // "new(" begins the signature of a constructor, not a member of this name.
    return isIdentifier(name) && !name.equals("new") ? name : quoted(name);
  }

  private static boolean isIdentifier(String name) {
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
      if (!letter && (i == 0 || c < '0' || c > '9')) {
        return false;
      }
    }
    return !name.isEmpty();
  }

  /** The type that a value alone has, or that of its kind where it is too long to be written. */
  static Type type(JsonNode value) {
    if (value.isTextual() && value.textValue().length() <= MAX_LENGTH) {
      return Type.of(quoted(value.textValue()));
    }
    if (value.isNumber() && Double.isFinite(value.doubleValue())) {
      String number = value.asText();
      return number.length() <= MAX_LENGTH ? Type.of(number) : Type.NUMBER;
    }
    return value.isBoolean() ? Type.of(value.asText()) : kind(value);
  }

  /** The type of every value of this kind. */
  static Type kind(JsonNode value) {
    return switch (value.getNodeType()) {
      case STRING -> Type.STRING;
      case NUMBER -> Type.NUMBER;
      case BOOLEAN -> Type.BOOLEAN;
      case NULL -> Type.NULL;
      case ARRAY -> Type.ARRAY;
      case OBJECT -> Type.MAP;
      default -> Type.ANY;
    };
  }

  private static String quoted(String text) {
    StringBuilder quoted = new StringBuilder(text.length() + 2).append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        quoted.append('\\').append(c);
      } else if (c == '\n') {
        quoted.append("\\n");
      } else if (isPair(text, i)) {
        quoted.append(c).append(text.charAt(++i));
      } else if (isInvisible(c)) {
        quoted.append("\\u").append(HexFormat.of().toHexDigits(c));
      } else {
        quoted.append(c);
      }
    }
    return VisibleText.escaped(quoted.append('"').toString());
  }

  /**
   * A text that can stand in a comment of either kind: one line, without its end, and without what
   * a compiler would follow or an editor would show elsewhere than it stands.
   */
  static String comment(String written) {
    String text = VisibleText.of(written);
    StringBuilder comment = new StringBuilder(text.length());
    boolean gap = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isWhitespace(c) || (isInvisible(c) && !isPair(text, i))) {
        gap = true;
        continue;
      }
      if (comment.isEmpty() && (c == '@' || c == '/' || c == '*')) {
        continue; // "@ts-ignore" and its like are directives at the beginning only
      }
      if (gap && !comment.isEmpty()) {
        comment.append(' ');
      }
      gap = false;
      if (c == '/' && !comment.isEmpty() && comment.charAt(comment.length() - 1) == '*') {
        comment.append(' ');
      }
      comment.append(c);
      if (Character.isSurrogate(c)) {
        comment.append(text.charAt(++i));
      }
    }
    return comment.toString();
  }

  private static boolean isPair(String text, int i) {
    return i + 1 < text.length() && Character.isSurrogatePair(text.charAt(i), text.charAt(i + 1));
  }

  /** Control characters, line separators, marks of the direction of writing, halves of pairs. */
  private static boolean isInvisible(char c) {
    return Character.isISOControl(c)
        || (c >= '\u2028' && c <= '\u202e')
        || (c >= '\u2066' && c <= '\u2069')
        || c == '\ufeff'
        || Character.isSurrogate(c);
  }
}
