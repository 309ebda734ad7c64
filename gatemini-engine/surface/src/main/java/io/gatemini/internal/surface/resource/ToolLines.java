package io.gatemini.internal.surface.resource;

import io.gatemini.ToolDescriptor;

/**
 * The words of the indexes on a tool. Immutable.
 *
 * @param sentence the first of its description
 * @param distinctive the same without what its name says too
 */
record ToolLines(String sentence, ToolLine distinctive) {

  static ToolLines of(ToolDescriptor tool) {
    String sentence = BriefWords.sentence(tool);
    return new ToolLines(sentence, ToolLine.of(BriefWords.distinctive(sentence, tool)));
  }

  /**
   * As much of the sentence as any line may have; made when it is wanted, which few catalogs do.
   */
  String whole() {
    return isShort() ? sentence : ToolLine.of(sentence).cut(BriefWords.MAX_CODE_POINTS);
  }

  /** The most that the whole sentence adds to a text, in UTF-8 bytes. */
  long bytes(IndexForm form) {
    if (sentence.isEmpty()) {
      return 0;
    }
    int end =
        isShort() ? sentence.length() : sentence.offsetByCodePoints(0, BriefWords.MAX_CODE_POINTS);
    return form.bytesBeforeWords() + form.bytes(sentence, 0, end);
  }

  private boolean isShort() {
    return sentence.length() <= BriefWords.MAX_CODE_POINTS
        || sentence.codePointCount(0, sentence.length()) <= BriefWords.MAX_CODE_POINTS;
  }
}
