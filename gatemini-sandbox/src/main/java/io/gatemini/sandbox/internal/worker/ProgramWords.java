package io.gatemini.sandbox.internal.worker;

import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The words of a program's text that can be names of backends: found without reading the program,
 * so some of them stand in strings and comments.
 */
final class ProgramWords {
  /** A text with more words than this is mostly data; the names beyond are looked up when used. */
  private static final int MAX_WORDS = 2_000;

  private ProgramWords() {}

  static Set<String> of(String code) {
    Set<String> words = new LinkedHashSet<>();
    int end = code.length();
    for (int i = 0; i < end && words.size() < MAX_WORDS; i++) {
      if (Character.isJavaIdentifierStart(code.charAt(i))) {
        int start = i;
        while (i < end && Character.isJavaIdentifierPart(code.charAt(i))) {
          i++;
        }
        words.add(code.substring(start, i));
      }
    }
    return words;
  }
}
