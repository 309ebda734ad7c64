package io.gatemini.internal.program;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.gatemini.ChainResult;
import io.gatemini.ChainResult.Reduction;
import io.gatemini.RawJson;
import io.gatemini.ToolResult;
import io.gatemini.internal.answer.AnswerBounds;
import io.gatemini.internal.answer.LosslessReduction;
import io.gatemini.internal.answer.LosslessReduction.Answer;
import io.gatemini.internal.call.CallNotes;
import io.gatemini.internal.program.code.RawSlices;
import io.gatemini.internal.text.Utf8Size;
import io.gatemini.spi.Payload;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * How a tool's own answer looks to an agent: as it is, where it fits. Structured content is what
 * the tool gave as such; nothing is said twice that the tool says once.
 *
 * <p>The usual answer, a single text that fits, costs no tree. Thread-safe.
 */
final class ToolAnswers {
  /** Shaped in some ten microseconds, which is what a change of threads costs. */
  private static final int PLAIN_BYTES = 16 << 10;

  private final LosslessReduction reduction;
  private final MediaBound media;

  ToolAnswers(LosslessReduction reduction) {
    this.reduction = reduction;
    this.media = new MediaBound(reduction);
  }

  /**
   * Whether making an answer of this takes no longer than handing it to another thread would: it is
   * small, and no stage has anything to do.
   */
  boolean isPlain(ToolResult result, AnswerBounds bounds) {
    return isPlain(result.json(), reduction, bounds);
  }

  static boolean isPlain(RawJson json, LosslessReduction reduction, AnswerBounds bounds) {
    // A text is never longer than the JSON it is written in.
    return json.length() <= PLAIN_BYTES && reduction.passes(json.length(), bounds);
  }

  /** Whether a result takes next to no time to be looked through. */
  static boolean isSmall(ToolResult result) {
    return result.sizeEstimate() <= PLAIN_BYTES;
  }

  ChainResult of(ToolResult result, AnswerBounds bounds) {
    Optional<String> onlyText = result.onlyText();
    Optional<String> note = CallNotes.of(result);
    if (onlyText.isPresent() && note.isEmpty() && !GatewayLines.beginsLikeOne(onlyText.get())) {
      String text = onlyText.get();
      long bytes = Utf8Size.of(text);
      if (reduction.passes(bytes, bounds)) {
        RawJson value = valueOf(result);
        if (!result.hasStructuredContent() || reduction.passes(value.length(), bounds)) {
          return new ChainResult(result, value, List.of(), 1, Reduction.none(bytes));
        }
      }
    }
    if (onlyText.isPresent()) {
      return fitted(result, note, bounds);
    }
    ToolResult bounded = AnswerBlocks.bounded(result);
    return media.apply(fitted(bounded, note, bounds), bounded, bounds);
  }

  private ChainResult fitted(ToolResult result, Optional<String> note, AnswerBounds bounds) {
    List<JsonNode> blocks = result.content();
    List<Payload> texts = new ArrayList<>();
    List<String> places = new ArrayList<>();
    long mediaBytes = 0;
    for (int i = 0; i < blocks.size(); i++) {
      JsonNode block = blocks.get(i);
      Optional<String> text = AnswerBlocks.text(block);
      if (text.isPresent()) {
        places.add(AnswerBlocks.place(block, i));
        texts.add(AnswerBlocks.payload(text.get()));
      } else {
        mediaBytes += AnswerBlocks.mediaBytes(block);
      }
    }
    RawJson value =
        result.hasStructuredContent()
            ? RawSlices.structuredContent(result)
            : value(result, blocks, texts);
    Optional<RawJson> own =
        result.hasStructuredContent() && !isSaidBy(texts, value)
            ? Optional.of(value)
            : Optional.empty();
    boolean isMore = own.isPresent() || blocks.size() != 1 || texts.size() != 1;
    RawJson original = isMore ? result.json() : AnswerBlocks.original(texts.get(0));
    Iterator<String> place = places.iterator();
    long ownBytes = texts.stream().mapToLong(Payload::sizeBytes).sum();
    if (!texts.isEmpty()) {
      texts.set(0, GatewayLines.apart(texts.get(0)));
    }
    if (isMore) {
      texts.replaceAll(text -> text.at(place.next()));
    }

    boolean apart = texts.stream().mapToLong(Payload::sizeBytes).sum() > ownBytes;
    Answer answer = reduction.reduce(texts, () -> original, bounds);
    Answer shown = own.map(json -> ownAnswer(json, answer, original, bounds)).orElse(answer);
    Answer headed =
        answer.header().isEmpty() ? reduction.headed(answer, shown.header(), bounds) : answer;
    if (note.isPresent()) {
      String header = headed.header();
      String noted = note.get() + (header.isEmpty() ? "" : "\n" + header);
      headed = reduction.headed(headed, noted, bounds);
    }
    ToolResult fitting =
        !answer.isReduced() && !shown.isReduced()
            ? headed.header().isEmpty() && !apart ? result : withTexts(result, headed, true)
            : rebuilt(result, headed, shown, own.isPresent());
    List<String> notes = new ArrayList<>(answer.reductions());
    shown.reductions().stream().filter(done -> !notes.contains(done)).forEach(notes::add);
    return new ChainResult(
        fitting,
        value,
        List.of(),
        1,
        new Reduction(
            notes,
            answer.id().or(shown::id),
            ownBytes + mediaBytes,
            headed.sizeBytes() + mediaBytes));
  }

  /** The structured value that says something else than the texts, made to fit like them. */
  private Answer ownAnswer(RawJson own, Answer texts, RawJson original, AnswerBounds bounds) {
    List<Payload> part = List.of(Payload.json(own).at("/structuredContent"));
    if (reduction.passes(own.length(), bounds)) {
      return Answer.whole(part);
    }
    return texts.isReduced()
        ? texts.of(List.of(reduction.reducePart(part.get(0), bounds)))
        : reduction.reduce(part, () -> original, bounds);
  }

  /**
   * The result with other texts, and what is left of a value that says something else than they do.
   */
  private static ToolResult rebuilt(
      ToolResult result, Answer answer, Answer shown, boolean hasOwnValue) {
    ToolResult fitting = withTexts(result, answer, !shown.isReduced());
    if (!shown.isReduced()) {
      return fitting;
    }
    ObjectNode tree = (ObjectNode) fitting.json().tree();
    tree.remove("structuredContent");
    if (hasOwnValue) {
      ObjectNode structured = tree.putObject("structuredContent");
      structured.set("result", AnswerBlocks.value(shown.parts().get(0)));
      structured.put("reduction", shown.note());
    }
    return ToolResult.of(RawJson.of(tree));
  }

  private static ToolResult withTexts(ToolResult result, Answer answer, boolean withValue) {
    ObjectNode tree = RawSlices.members(result, withValue);
    ArrayNode content = tree.putArray("content");
    Iterator<String> texts = answer.texts().iterator();
    for (JsonNode block : result.content()) {
      content.add(
          AnswerBlocks.text(block).isPresent()
              ? AnswerBlocks.withText(block, texts.next())
              : block);
    }
    return ToolResult.of(RawJson.of(tree));
  }

  /** {@link ToolResult#value} as it stands in the result, where it stands there as JSON. */
  static RawJson valueOf(ToolResult result) {
    Optional<String> text = result.onlyText();
    if (result.hasStructuredContent()) {
      return RawSlices.structuredContent(result);
    }
    return text.isEmpty() || result.isString()
        ? RawJson.of(result.value())
        : RawSlices.ifJson(text.get()).orElseGet(() -> JsonBytes.string(text.get()));
  }

  /** The value of an answer that has no structured one; a large text is not parsed twice. */
  private static RawJson value(ToolResult result, List<JsonNode> blocks, List<Payload> texts) {
    if (result.isString() || blocks.size() != 1 || texts.size() != 1) {
      return RawJson.of(result.value());
    }
    Payload only = texts.get(0);
    return only.rawJson().orElseGet(() -> RawJson.of(TextNode.valueOf(only.text())));
  }

  /** Whether the only text is the structured value, or all there is in it: so with most servers. */
  private static boolean isSaidBy(List<Payload> texts, RawJson value) {
    return texts.size() == 1
        && (texts.get(0).rawJson().filter(json -> RawSlices.isSame(json, value)).isPresent()
            || RawSlices.onlyText(value).filter(texts.get(0).text()::equals).isPresent());
  }

  /** An answer with a line before its first text, that counts as this many calls at least. */
  static ChainResult headed(String line, int calls, ChainResult answer) {
    ObjectNode tree = RawSlices.members(answer.result(), true);
    ArrayNode content = tree.putArray("content");
    answer.result().content().forEach(content::add);
    JsonNode first = content.path(0);
    if (first.path("type").asText().equals("text")) {
      content.set(0, AnswerBlocks.withText(first, line + "\n" + first.path("text").asText()));
    } else {
      content.insertObject(0).put("type", "text").put("text", line);
    }
    return new ChainResult(
        ToolResult.of(RawJson.of(tree)),
        answer.json(),
        answer.logs(),
        Math.max(calls, answer.toolCalls()),
        new Reduction(
            answer.reductions(),
            answer.resultId(),
            answer.bytesProcessed(),
            answer.bytesReturned() + Utf8Size.of(line) + 1));
  }
}
