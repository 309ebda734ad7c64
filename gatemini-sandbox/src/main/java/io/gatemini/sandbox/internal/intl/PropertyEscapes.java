package io.gatemini.sandbox.internal.intl;

import com.ibm.icu.text.UnicodeSet;
import io.gatemini.GatewayException;
import java.util.stream.Collectors;

/** Unicode property escapes of regular expressions as the characters that they stand for. */
final class PropertyEscapes {
  private PropertyEscapes() {}

  /**
   * A pattern without property escapes.
   *
   * @param sets whether the pattern has the flag {@code v}, whose classes nest
   * @throws GatewayException for a property that does not exist
   */
  static String expand(String pattern, boolean sets) {
    StringBuilder all = new StringBuilder();
    int depth = 0;
    for (int i = 0; i < pattern.length(); i++) {
      char c = pattern.charAt(i);
      int end = c == '\\' && i + 2 < pattern.length() ? pattern.indexOf('}', i) : -1;
      if (end > 0 && "pP".indexOf(pattern.charAt(i + 1)) >= 0 && pattern.charAt(i + 2) == '{') {
        String characters = characters(pattern.substring(i, end + 1), sets);
        all.append(depth == 0 || sets ? "[" + characters + "]" : characters);
        i = end;
      } else if (c == '\\' && i + 1 < pattern.length()) {
        all.append(c).append(pattern.charAt(++i));
      } else {
        depth += c == '[' ? depth == 0 || sets ? 1 : 0 : c == ']' && depth > 0 ? -1 : 0;
        all.append(c);
      }
    }
    return all.toString();
  }

  private static String characters(String escape, boolean sets) {
    UnicodeSet set;
    try {
      set = new UnicodeSet("[" + escape + "]");
    } catch (IllegalArgumentException e) {
      throw new GatewayException(
          "Invalid property name " + escape + "; write \\p{L}, \\p{Lu} or \\p{Script=Greek}", e);
    }
    StringBuilder ranges = new StringBuilder();
    for (int i = 0; i < set.getRangeCount(); i++) {
      ranges.append("\\u{%x}-\\u{%x}".formatted(set.getRangeStart(i), set.getRangeEnd(i)));
    }
    if (sets && !set.strings().isEmpty()) {
      ranges.append(set.strings().stream().collect(Collectors.joining("|", "\\q{", "}")));
    }
    return ranges.toString();
  }
}
