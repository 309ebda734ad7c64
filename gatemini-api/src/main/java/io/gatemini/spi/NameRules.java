package io.gatemini.spi;

import java.util.Set;

/**
 * The identifiers of a language: ASCII letters, digits and underscores, with no digit in front. Two
 * rules are equal where they make the same identifiers.
 *
 * @param reserved identifiers that a backend must not have in a program: words of the language, its
 *     globals, and what programs are given beside the backends
 * @param further the further characters that an identifier may have, such as {@code $}
 */
public record NameRules(Set<String> reserved, String further) {
  public NameRules {
    reserved = Set.copyOf(reserved);
  }

  /** The identifiers of a language that has no further characters in them. */
  public static NameRules of(String... reserved) {
    return new NameRules(Set.of(reserved), "");
  }

  /** A name as an identifier: every other character becomes {@code _}. */
  public String identifier(String name) {
    if (name.isEmpty()) {
      return "_unnamed";
    }
    StringBuilder identifier = new StringBuilder(name.length() + 1);
    if (name.charAt(0) >= '0' && name.charAt(0) <= '9') {
      identifier.append('_');
    }
    name.codePoints().forEach(c -> identifier.append(isPart(c) ? (char) c : '_'));
    return identifier.toString();
  }

  private boolean isPart(int c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || c == '_'
        || further.indexOf(c) >= 0;
  }

  /** Whether a name is an identifier as it is. */
  public boolean isIdentifier(String name) {
    return identifier(name).equals(name);
  }

  /** Whether an identifier means something else in a program than a backend. */
  public boolean isReserved(String identifier) {
    return reserved.contains(identifier);
  }
}
