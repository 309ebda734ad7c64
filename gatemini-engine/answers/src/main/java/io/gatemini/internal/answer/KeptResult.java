package io.gatemini.internal.answer;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.gatemini.InvalidArgumentsException;
import io.gatemini.RawJson;
import io.gatemini.StoredResult;
import io.gatemini.internal.json.JsonOutline;
import io.gatemini.internal.json.JsonPaths;
import io.gatemini.internal.json.JsonSlice;
import io.gatemini.internal.text.NearMatches;
import io.gatemini.internal.text.VisibleText;
import io.gatemini.spi.TextAnalyzer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A stored result over its bytes; what is made of them is made when it is first asked for. */
final class KeptResult implements StoredResult {
  private static final int MAX_SHOWN_NAMES = 20;
  private static final int MAX_SHOWN_PATH = 200;

  /** The places around a longer path are not looked for: each of them is another path to follow. */
  private static final int MAX_FOLLOWED_PATH = 10_000;

  /** {@code content > [0] > resource > text}. */
  private static final int MAX_LEVELS_TO_TEXT = 4;

  private final String id;
  private final RawJson value;
  private final boolean isText;
  private final int pageSize;
  private final TextAnalyzer analyzer;
  private volatile byte @Nullable [] utf8;
  private volatile @Nullable JsonOutline outline;
  private volatile boolean hasNoOutline;

  private KeptResult(String id, RawJson value, int pageSize, TextAnalyzer analyzer) {
    this.id = id;
    this.value = value;
    this.pageSize = pageSize;
    this.analyzer = analyzer;
    this.isText = isString(value);
  }

  /**
   * A view of a result.
   *
   * @param pageSize of a page, in UTF-8 bytes
   * @param analyzer what words of a search are derived by
   */
  static StoredResult of(String id, RawJson value, int pageSize, TextAnalyzer analyzer) {
    return new KeptResult(id, value, pageSize, analyzer);
  }

  private static boolean isString(RawJson value) {
    try (JsonParser parser = value.parser()) {
      return parser.nextToken() == JsonToken.VALUE_STRING;
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public String id() {
    return id;
  }

  @Override
  public RawJson json() {
    return value;
  }

  @Override
  public boolean isText() {
    return isText;
  }

  @Override
  public String text() {
    return new String(utf8(), StandardCharsets.UTF_8);
  }

  @Override
  public long sizeBytes() {
    return utf8().length;
  }

  @Override
  public StoredResult at(String path) {
    if (path.isEmpty()) {
      return this;
    }
    if (isText) {
      throw new InvalidArgumentsException(
          "the result is a text and has no paths; it has lines 1 to %s and pages 1 to %s"
              .formatted(lineCount(), pages()));
    }
    JsonOutline known =
        outline()
            .orElseThrow(
                () ->
                    new InvalidArgumentsException(
                        "the result has too many values to find one by its path; it has pages 1 to "
                            + pages()));
    return JsonPaths.find(known, path)
        .map(slice -> of(id, slice.json(known), pageSize, analyzer))
        .or(() -> withinText(known, path))
        .orElseThrow(() -> new InvalidArgumentsException(nothingAt(known, path)));
  }

  /**
   * A path may go on into a text that says JSON: of an answer of several blocks the whole is kept,
   * and each of them is such a text.
   */
  private Optional<StoredResult> withinText(JsonOutline known, String path) {
    char separator = path.startsWith("/") ? '/' : '>';
    int cut = path.indexOf(separator, 1);
    for (int level = 0; cut > 0 && level < MAX_LEVELS_TO_TEXT; level++) {
      Optional<JsonOutline> text =
          JsonPaths.find(known, path.substring(0, cut))
              .filter(slice -> !slice.isRange() && known.isString(slice.value()))
              .flatMap(slice -> JsonOutline.of(said(known, slice.value())))
              .filter(inner -> inner.isContainer(JsonOutline.ROOT));
      if (text.isPresent()) {
        String rest = separator == '/' ? path.substring(cut) : path.substring(cut + 1).strip();
        return JsonPaths.find(text.get(), rest)
            .map(slice -> of(id, slice.json(text.get()), pageSize, analyzer));
      }
      cut = path.indexOf(separator, cut + 1);
    }
    return Optional.empty();
  }

  private static RawJson said(JsonOutline outline, int string) {
    return RawJson.wrap(outline.string(string).getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public int lineCount() {
    return laidOut().map(JsonLayout::lineCount).orElseGet(() -> TextLines.count(utf8()));
  }

  @Override
  public String lines(int from, int to) {
    int count = lineCount();
    if (from < 1 || to < from || from > count) {
      throw new InvalidArgumentsException(
          "there are no lines "
              + from
              + " to "
              + to
              + "; "
              + (count == 0 ? "the result is empty" : "the result has lines 1 to " + count));
    }
    int last = Math.min(to, count);
    return laidOut()
        .map(known -> JsonLayout.lines(known, from, last))
        .orElseGet(() -> TextLines.lines(utf8(), from, last));
  }

  /** The outline whose layout is counted in lines; empty where lines are those of the text. */
  private Optional<JsonOutline> laidOut() {
    return isText || TextLines.areSeveral(utf8()) ? Optional.empty() : outline();
  }

  @Override
  public int pages() {
    return new TextPages(utf8(), pageSize).count();
  }

  @Override
  public String page(int number) {
    TextPages pages = new TextPages(utf8(), pageSize);
    int count = pages.count();
    if (number < 1 || number > count) {
      throw new InvalidArgumentsException(
          "there is no page " + number + "; the result has pages 1 to " + count);
    }
    return pages.page(number);
  }

  @Override
  public Matches search(String words) {
    ResultSearch search = new ResultSearch(SearchWords.of(words, analyzer), pageSize);
    Optional<JsonOutline> known = isText ? Optional.empty() : outline();
    return known.map(search::values).orElseGet(() -> search.lines(utf8()));
  }

  private byte[] utf8() {
    byte[] known = utf8;
    if (known == null) {
      known = isText ? said(value) : value.toByteArray();
      utf8 = known;
    }
    return known;
  }

  private static byte[] said(RawJson value) {
    try (JsonParser parser = value.parser()) {
      return Objects.requireNonNull(parser.nextTextValue()).getBytes(StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("a string was there before", e);
    }
  }

  private Optional<JsonOutline> outline() {
    JsonOutline known = outline;
    if (known == null && !hasNoOutline) {
      known = JsonOutline.of(value).orElse(null);
      outline = known;
      hasNoOutline = known == null;
    }
    return Optional.ofNullable(known);
  }

  /** Names the nearest place around a path that is one. */
  private static String nothingAt(JsonOutline outline, String path) {
    if (path.length() > MAX_FOLLOWED_PATH) {
      return "there is nothing at " + quoted(path);
    }
    char separator = path.startsWith("/") ? '/' : '>';
    String around = path;
    String missing = path;
    Optional<JsonSlice> found = Optional.empty();
    while (found.isEmpty() && !around.isEmpty()) {
      int cut = around.lastIndexOf(separator);
      missing = around.substring(cut + 1).strip();
      around = cut < 0 ? "" : around.substring(0, cut).stripTrailing();
      found = JsonPaths.find(outline, around).filter(slice -> !slice.isRange());
    }
    int value = found.map(JsonSlice::value).orElse(JsonOutline.ROOT);
    return "there is nothing at %s; %s is %s"
        .formatted(
            quoted(path),
            around.isEmpty() ? "the whole" : quoted(around),
            described(outline, value, missing));
  }

  private static String described(JsonOutline outline, int value, String missing) {
    int count = outline.isContainer(value) ? outline.childCount(value) : 0;
    if (outline.isArray(value)) {
      return count == 0 ? "an empty array" : "an array with items 0 to " + (count - 1);
    }
    if (!outline.isObject(value)) {
      return "a single value";
    }
    List<String> names = new ArrayList<>();
    for (int child = outline.firstChild(value);
        child != JsonOutline.NONE;
        child = outline.nextSibling(child, value)) {
      names.add(outline.name(child));
    }
    List<String> near = NearMatches.near(names, missing);
    if (!near.isEmpty()) {
      return "an object; did you mean its member " + quoted(near.get(0)) + "?";
    }
    List<String> shown = names.stream().limit(MAX_SHOWN_NAMES).map(KeptResult::quoted).toList();
    return count == 0
        ? "an empty object"
        : "an object with "
            + String.join(", ", shown)
            + (count > shown.size() ? " and " + (count - shown.size()) + " more" : "");
  }

  private static String quoted(String text) {
    return VisibleText.quoted(text, MAX_SHOWN_PATH);
  }
}
