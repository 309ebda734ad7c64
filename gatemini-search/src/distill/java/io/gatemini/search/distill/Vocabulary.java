package io.gatemini.search.distill;

import io.gatemini.search.embedding.WordPiece;
import java.util.Arrays;
import java.util.List;

/**
 * The tokens that the model has rows for: those of the teacher that Latin text can hold, without
 * punctuation.
 */
final class Vocabulary {
  private final List<String> teacher;
  private final WordPiece teacherPieces;
  private final int longest;
  private final List<String> tokens;
  private final WordPiece pieces;

  private Vocabulary(List<String> teacher, int longest, List<String> tokens) {
    this.teacher = teacher;
    this.teacherPieces = WordPiece.of(teacher);
    this.longest = longest;
    this.tokens = tokens;
    this.pieces = WordPiece.of(tokens);
  }

  /**
   * @param teacher the teacher's tokens
   * @param longest how many tokens of a text the teacher reads, without the two at its ends
   */
  static Vocabulary of(List<String> teacher, int longest) {
    return new Vocabulary(teacher, longest, teacher.stream().filter(Vocabulary::isLatin).toList());
  }

  /** In the order of the rows. */
  List<String> tokens() {
    return tokens;
  }

  WordPiece pieces() {
    return pieces;
  }

  /** The rows of as much of a text as the teacher read of it. */
  int[] encode(String text) {
    int[] ids = cut(teacherPieces.encodeIdentifiers(text), longest);
    StringBuilder read = new StringBuilder();
    for (int id : ids) {
      String token = teacher.get(id);
      if (token.startsWith("##")) {
        read.append(token, 2, token.length());
      } else {
        read.append(' ').append(token);
      }
    }
    return pieces.encode(read);
  }

  private static boolean isLatin(String token) {
    String bare = token.startsWith("##") ? token.substring(2) : token;
    return !bare.isEmpty()
        && bare.chars()
            .allMatch(
                c ->
                    (c >= '0' && c <= '9')
                        || (Character.isLetter(c)
                            && Character.UnicodeScript.of(c) == Character.UnicodeScript.LATIN));
  }

  private static int[] cut(int[] ids, int longest) {
    return ids.length > longest ? Arrays.copyOf(ids, longest) : ids;
  }
}
