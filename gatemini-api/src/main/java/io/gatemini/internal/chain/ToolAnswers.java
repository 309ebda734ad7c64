package io.gatemini.internal.chain;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.ChainResult;
import io.gatemini.RawJson;
import io.gatemini.ToolResult;
import io.gatemini.internal.reduce.LosslessReduction;
import io.gatemini.internal.reduce.LosslessReduction.Pointer;
import io.gatemini.internal.reduce.Utf8Size;
import io.gatemini.spi.OutputReducer;
import io.gatemini.spi.Payload;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * How a tool's own answer looks to an agent: as it is, where it fits. A successful answer without a
 * structured value gets {@code {"result": ...}}, because {@code call_tool_chain} promises one.
 *
 * <p>The usual answer, a single text that fits, costs no tree. Thread-safe.
 */
final class ToolAnswers {
  private final LosslessReduction reduction;

  ToolAnswers(LosslessReduction reduction) {
    this.reduction = reduction;
  }

  ChainResult of(ToolResult result, OutputReducer.Request request) {
    Optional<String> onlyText = result.onlyText();
    return onlyText.isPresent() ? single(result, onlyText.get(), request) : mixed(result, request);
  }

  private ChainResult single(ToolResult result, String text, OutputReducer.Request request) {
    long bytes = Utf8Size.of(text);
    RawJson value =
        result.hasStructuredContent()
            ? RawSlices.structuredContent(result)
            : RawSlices.ifJson(text).orElseGet(() -> JsonBytes.string(text));
    if (!reduction.passes(bytes, request)) {
      Payload reduced =
          reduction.reduce(payload(text, value, result), () -> original(result, value), request);
      if (!reduced.notes().isEmpty()) {
        return rebuilt(result, List.of(reduced), Optional.empty(), value, bytes, request);
      }
    }
    if (result.hasStructuredContent() && value.length() > request.maxOutputBytes()) {
      return rebuilt(result, List.of(Payload.text(text)), Optional.empty(), value, bytes, request);
    }
    ToolResult complete =
        result.isError() || result.hasStructuredContent() ? result : withStructured(result, value);
    return new ChainResult(complete, value, List.of(), List.of(), 1, bytes, bytes);
  }

  private static Payload payload(String text, RawJson value, ToolResult result) {
    boolean isJson = !result.hasStructuredContent() && !value.toString().startsWith("\"");
    return isJson
        ? Payload.json(RawJson.wrap(text.getBytes(StandardCharsets.UTF_8)))
        : Payload.text(text);
  }

  private ChainResult mixed(ToolResult result, OutputReducer.Request request) {
    List<JsonNode> blocks = result.content();
    List<String> texts = new ArrayList<>();
    long bytes = 0;
    for (JsonNode block : blocks) {
      if (isText(block)) {
        String text = block.path("text").asText();
        texts.add(text);
        bytes += Utf8Size.of(text);
      } else {
        bytes += mediaBytes(block);
      }
    }
    RawJson value =
        result.hasStructuredContent()
            ? RawSlices.structuredContent(result)
            : RawJson.of(result.value());
    long[] sizes = texts.stream().mapToLong(Utf8Size::of).toArray();
    boolean tooLarge = result.hasStructuredContent() && value.length() > request.maxOutputBytes();
    Optional<Pointer> kept =
        tooLarge || LongStream.of(sizes).sum() > request.maxOutputBytes()
            ? reduction.keep(() -> original(result, value), request)
            : Optional.empty();
    int room = kept.map(pointer -> pointer.leaves(request)).orElse(request).maxOutputBytes();
    long[] shares = FairShares.of(sizes, room);
    List<Payload> fitting = new ArrayList<>();
    boolean changed = false;
    for (int i = 0; i < sizes.length; i++) {
      Payload whole = Payload.text(texts.get(i));
      Payload reduced =
          reduction.passes(sizes[i], ScriptAnswers.within(request, shares[i]))
              ? whole
              : reduction.reducePart(whole, ScriptAnswers.within(request, shares[i]));
      changed |= !reduced.notes().isEmpty();
      fitting.add(reduced);
    }
    if (changed || tooLarge) {
      if (kept.isEmpty()) {
        kept = reduction.keep(() -> original(result, value), request);
      }
      return rebuilt(result, fitting, kept, value, bytes, request);
    }
    ToolResult complete =
        result.isError() || result.hasStructuredContent()
            ? result
            : withStructured(result, RawJson.of(readable(blocks)));
    return new ChainResult(complete, value, List.of(), List.of(), 1, bytes, bytes);
  }

  /** The result with other texts in its text blocks, and a structured value that fits. */
  private ChainResult rebuilt(
      ToolResult result,
      List<Payload> texts,
      Optional<Pointer> kept,
      RawJson value,
      long bytesProcessed,
      OutputReducer.Request request) {
    ObjectNode tree = JsonNodeFactory.instance.objectNode();
    tree.setAll((ObjectNode) result.json().tree());
    ArrayNode content = JsonNodeFactory.instance.arrayNode();
    List<String> notes = new ArrayList<>();
    long bytes = 0;
    int next = 0;
    for (JsonNode block : result.content()) {
      if (isText(block)) {
        Payload text = texts.get(next++);
        content.add(((ObjectNode) block.deepCopy()).put("text", text.text()));
        notes.addAll(text.notes());
        bytes += text.sizeBytes();
      } else {
        content.add(block);
        bytes += mediaBytes(block);
      }
    }
    tree.set("content", content);
    if (kept.isPresent()) {
      notes.add(kept.get().note());
      String pointer = kept.get().shownIn(request).strip();
      if (!pointer.isEmpty() && bytes + pointer.length() <= request.maxOutputBytes()) {
        content.addObject().put("type", "text").put("text", pointer);
        bytes += pointer.length();
      }
    }
    if (result.hasStructuredContent()) {
      if (value.length() > request.maxOutputBytes()) {
        notes.add("structured value replaced by its text");
        Payload fitting = fitting(result, texts, kept, value, request);
        if (kept.isEmpty()) {
          fitting.notes().stream().filter(note -> !notes.contains(note)).forEach(notes::add);
        }
        tree.putObject("structuredContent").put("result", fitting.text());
      }
    } else if (!result.isError()) {
      JsonNode fitting =
          content.size() == 1 && texts.size() == 1
              ? JsonNodeFactory.instance.textNode(texts.get(0).text())
              : readable(content);
      tree.putObject("structuredContent").set("result", fitting);
    }
    return new ChainResult(
        ToolResult.of(RawJson.of(tree)), value, List.of(), notes, 1, bytesProcessed, bytes);
  }

  private Payload fitting(
      ToolResult result,
      List<Payload> texts,
      Optional<Pointer> kept,
      RawJson value,
      OutputReducer.Request request) {
    if (kept.isPresent()) {
      Payload part = reduction.reducePart(Payload.json(value), kept.get().leaves(request));
      return Payload.text(part.text() + kept.get().shownIn(request));
    }
    boolean reduced = texts.stream().anyMatch(text -> !text.notes().isEmpty());
    return reduced && texts.size() == 1
        ? texts.get(0)
        : reduction.reduce(Payload.json(value), () -> original(result, value), request);
  }

  /** What is kept: the value, or the whole result where its texts say something else. */
  private static RawJson original(ToolResult result, RawJson value) {
    boolean isAll =
        !result.hasStructuredContent()
            || result
                .onlyText()
                .flatMap(RawSlices::ifJson)
                .filter(json -> json.tree().equals(value.tree()))
                .isPresent();
    return isAll ? value : result.json();
  }

  private static ToolResult withStructured(ToolResult result, RawJson value) {
    RawJson json = result.json();
    if (Occurrence.of("\"structuredContent\"", json)) {
      // There is one that is no object: splicing would give the member twice.
      ObjectNode tree = JsonNodeFactory.instance.objectNode();
      tree.setAll((ObjectNode) json.tree());
      tree.putObject("structuredContent").set("result", value.tree());
      return ToolResult.of(RawJson.of(tree));
    }
    return ToolResult.of(
        new JsonBytes(json.length() + value.length() + 40)
            .value(json)
            .reopenObject()
            .ascii(",\"structuredContent\":{\"result\":")
            .value(value)
            .ascii("}}")
            .toJson());
  }

  /** Blocks as a program's author reads them: texts as texts, media as a note of what there is. */
  private static JsonNode readable(Iterable<JsonNode> blocks) {
    ArrayNode all = JsonNodeFactory.instance.arrayNode();
    for (JsonNode block : blocks) {
      if (isText(block)) {
        String text = block.path("text").asText();
        all.add(RawSlices.ifJson(text).map(RawJson::tree).orElseGet(() -> all.textNode(text)));
      } else {
        all.add(placeholder(block));
      }
    }
    return all;
  }

  private static String placeholder(JsonNode block) {
    String type = block.path("type").asText("unknown");
    return switch (type) {
      case "image", "audio" ->
          "["
              + type
              + " "
              + block.path("mimeType").asText("of unknown type")
              + ", "
              + block.path("data").asText().length()
              + " base64 characters]";
      case "resource" -> "[resource " + block.path("resource").path("uri").asText() + "]";
      case "resource_link" -> "[resource link " + block.path("uri").asText() + "]";
      default -> "[" + type + "]";
    };
  }

  private static boolean isText(JsonNode block) {
    return block.path("type").asText().equals("text") && block.path("text").isTextual();
  }

  private static long mediaBytes(JsonNode block) {
    return Utf8Size.of(block.path("data").asText())
        + Utf8Size.of(block.path("resource").path("text").asText())
        + Utf8Size.of(block.path("resource").path("blob").asText());
  }
}
