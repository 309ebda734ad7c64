package io.gatemini.internal.answer;

import io.gatemini.internal.text.Utf8Size;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The line that a reduced answer begins with: what is returned of what, what was done, and how to
 * get the rest. It gets shorter where an answer has little room, so that the answer keeps most of
 * it.
 */
enum ReductionHeader {
  /** Figures, stages and all ways to the whole. */
  FULL(1_600, 400),
  /** Figures and the handle. */
  SHORT(400, 125),
  /** The handle. */
  HANDLE(60, 45),
  NONE(0, 0);

  /** The longest that the figures can get. */
  private static final int FIGURES_ROOM = 100;

  private final int leastAnswer;
  private final int room;

  ReductionHeader(int leastAnswer, int room) {
    this.leastAnswer = leastAnswer;
    this.room = room;
  }

  /** The one for an answer of this size. */
  static ReductionHeader of(int answerBytes) {
    for (ReductionHeader header : values()) {
      if (answerBytes >= header.leastAnswer) {
        return header;
      }
    }
    return NONE;
  }

  /** The longest header in UTF-8 bytes, its line feed included. */
  int room() {
    return room;
  }

  /**
   * The facts that it states.
   *
   * @param processed UTF-8 bytes before reduction
   * @param returned the same after it, without this line
   * @param tokens what a model is estimated to count, where that was asked for
   * @param notes what was done
   * @param id under which the whole is kept, if it is
   * @param paths whether a path can lead into it: it is not just a text
   * @param stored how a program asks for it, where one can
   */
  record Facts(
      long processed,
      long returned,
      OptionalLong tokens,
      List<String> notes,
      Optional<String> id,
      boolean paths,
      Optional<String> stored) {}

  /** The line, without a line feed; empty where there is none. */
  String line(Facts facts) {
    return switch (this) {
      case FULL -> full(facts);
      case SHORT -> "[" + figures(facts, 60) + whole(facts, "; whole: ") + "]";
      case HANDLE -> facts.id().map(id -> "[whole: " + address(id) + "]").orElse("");
      case NONE -> "";
    };
  }

  private String full(Facts facts) {
    String rest = "";
    for (List<String> notes : shorterAndShorter(facts.notes())) {
      rest =
          (notes.isEmpty() ? "" : "; " + String.join("; ", notes))
              + whole(facts, "; whole result: ")
              + ways(facts)
              + "]";
      if (Utf8Size.of(rest) < room - FIGURES_ROOM) {
        break;
      }
    }
    return "[" + figures(facts, rest.length() + FIGURES_ROOM / 2) + rest;
  }

  /** All notes, the first ones, the names of the stages only, none. */
  private static List<List<String>> shorterAndShorter(List<String> notes) {
    List<List<String>> all = new ArrayList<>();
    all.add(notes);
    if (notes.size() > 2) {
      all.add(List.of(notes.get(0), notes.get(1), (notes.size() - 2) + " more"));
    }
    all.add(notes.stream().map(ReductionHeader::stage).distinct().toList());
    all.add(List.of());
    return all;
  }

  private static String stage(String note) {
    int end = note.indexOf(':');
    return end < 0 ? note : note.substring(0, end);
  }

  private static String figures(Facts facts, int ownBytes) {
    long returned = facts.returned() + ownBytes;
    double ratio = (double) facts.processed() / returned;
    return String.format(
            Locale.ROOT,
            "%s of %s returned, %.1fx less",
            Truncation.kilobytes(returned),
            Truncation.kilobytes(facts.processed()),
            ratio)
        + (facts.tokens().isPresent()
            ? ", about " + facts.tokens().getAsLong() + " tokens (estimated)"
            : "");
  }

  private static String whole(Facts facts, String label) {
    return facts.id().map(id -> label + address(id)).orElse("; too large to be kept as a whole");
  }

  private static String ways(Facts facts) {
    return facts.id().isEmpty()
        ? ""
        : (facts.paths() ? " (?path= " : " (")
            + "?lines=1-9 ?page=1 ?search=)"
            + facts.stored().map(code -> " or " + code + " in a program").orElse("");
  }

  static String address(String id) {
    return "gatemini://result/" + id;
  }
}
