package io.gatemini.internal.program;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.ChainResult;
import io.gatemini.ChainResult.Reduction;
import io.gatemini.RawJson;
import io.gatemini.ToolResult;
import io.gatemini.internal.answer.AnswerBounds;
import io.gatemini.internal.answer.LosslessReduction;
import io.gatemini.internal.program.code.RawSlices;
import io.gatemini.internal.text.Utf8Size;
import io.gatemini.internal.text.VisibleText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The bound of what is no text in an answer: blocks beyond it are kept with the whole result, and a
 * line in the place of each says where. A picture is of no use in part. Thread-safe.
 */
final class MediaBound {
  /** So many blocks that do not fit are named one by one. */
  private static final int MOST_LINES = 20;

  /** The longest text of a stranger in a line, in code points. */
  private static final int MAX_NAME = 200;

  private final LosslessReduction reduction;

  MediaBound(LosslessReduction reduction) {
    this.reduction = reduction;
  }

  /**
   * The answer with as many of its blocks as fit.
   *
   * @param shown the answer, its texts within their bounds
   * @param whole the result that it is made of
   */
  ChainResult apply(ChainResult shown, ToolResult whole, AnswerBounds bounds) {
    List<JsonNode> blocks = shown.result().content();
    List<Integer> left = leftOut(blocks, bounds.mediaBytes());
    if (left.isEmpty()) {
      return shown;
    }
    Optional<String> id = shown.resultId().or(() -> reduction.keep(whole.json(), bounds));
    ObjectNode tree = RawSlices.members(shown.result(), true);
    ArrayNode content = tree.putArray("content");
    long returned = shown.bytesReturned();
    int passed = 0;
    for (int i = 0; i < blocks.size(); i++) {
      JsonNode block = blocks.get(i);
      if (passed == left.size() || left.get(passed) != i) {
        content.add(block);
        continue;
      }
      returned -= AnswerBlocks.mediaBytes(block);
      if (passed++ < MOST_LINES) {
        String line = line(block, i, id);
        content.add(ReturnedContent.textBlock(line));
        returned += Utf8Size.of(line);
      }
    }
    List<String> reductions = new ArrayList<>(shown.reductions());
    reductions.add(
        left.size()
            + (left.size() == 1 ? " block " : " blocks ")
            + id.map(kept -> "kept: " + LosslessReduction.address(kept))
                .orElse("left out, too large to be kept"));
    return new ChainResult(
        ToolResult.of(RawJson.of(tree)),
        shown.json(),
        shown.logs(),
        shown.toolCalls(),
        new Reduction(reductions, id, shown.bytesProcessed(), returned));
  }

  private static List<Integer> leftOut(List<JsonNode> blocks, long mostBytes) {
    List<Integer> left = new ArrayList<>();
    long bytes = 0;
    for (int i = 0; i < blocks.size(); i++) {
      long size = AnswerBlocks.text(blocks.get(i)).isPresent() ? 0 : size(blocks.get(i));
      if (bytes + size > mostBytes) {
        left.add(i);
      } else {
        bytes += size;
      }
    }
    return left;
  }

  private static long size(JsonNode block) {
    return switch (block.path("type").asText()) {
      case "image", "audio", "resource" -> AnswerBlocks.mediaBytes(block);
      default -> RawJson.of(block).length();
    };
  }

  private static String line(JsonNode block, int index, Optional<String> id) {
    String what = VisibleText.line(AnswerBlocks.label(block), MAX_NAME);
    String where =
        id.map(kept -> "whole: " + LosslessReduction.address(kept) + "?path=/content/" + index)
            .orElse("too large to be kept; ask the tool for a smaller one");
    return "[" + what + "; " + where + "]";
  }
}
