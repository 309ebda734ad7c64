package io.gatemini.internal.presentation;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.CatalogSnapshot;
import io.gatemini.SearchHit;
import io.gatemini.ToolDescriptor;
import io.gatemini.ToolInfo;
import io.gatemini.internal.catalog.ScriptNames;
import io.gatemini.internal.declaration.ToolDeclaration;
import io.gatemini.internal.json.RootSchema;
import io.gatemini.internal.text.VisibleText;
import io.gatemini.spi.Retriever.Hit;
import io.gatemini.spi.ScriptLanguage;
import io.gatemini.text.FirstSentence;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * How the tools of one snapshot are shown: first sentences, example calls.
 *
 * <p>Costs nothing to make; what needs a pass over all tools is made when first asked for, or by
 * {@link #prepare}. Immutable to the outside and thread-safe.
 */
public final class Presentation {
  /** The length of the call without the tool's name. */
  private static final int MAX_CALL_LENGTH = 508;

  private final CatalogSnapshot snapshot;
  private final ScriptLanguage language;
  private final Lazy<ScriptNames> scriptNames;
  private final Map<String, Shown> shownTools;

  /**
   * @param shownTools what has been shown, by key; may be shared with other snapshots
   */
  Presentation(CatalogSnapshot snapshot, ScriptLanguage language, Map<String, Shown> shownTools) {
    this.snapshot = snapshot;
    this.language = language;
    this.scriptNames = new Lazy<>(() -> ScriptNames.of(snapshot, language.names()));
    this.shownTools = shownTools;
  }

  /** The snapshot that is presented. */
  public CatalogSnapshot snapshot() {
    return snapshot;
  }

  /** Makes what needs a pass over all tools, so that no request has to wait for it. */
  public void prepare() {
    scriptNames.get();
  }

  /** A tool as a search answers with it. */
  public SearchHit hit(Hit hit) {
    ToolDescriptor tool = hit.tool();
    Shown shown = shown(tool);
    return new SearchHit(
        tool, hit.score(), shown.summary(), shown.call(), hit.explanation(), hit.fits());
  }

  /** A backend with all its tools as TypeScript; empty while it has no tools. */
  public Optional<String> typescript(String backend) {
    return scriptNames.get().backends().stream()
        .filter(named -> named.name().equals(backend))
        .findFirst()
        .map(
            named ->
                ToolDeclaration.ofBackend(
                    named.identifier(),
                    named.tools().stream()
                        .map(tool -> shown(tool.tool()).typescript().get())
                        .toList()));
  }

  /** A tool as it is looked at. */
  public ToolInfo info(ToolDescriptor tool) {
    Shown shown = shown(tool);
    return new ToolInfo(
        tool,
        shown.summary(),
        parameters(tool.inputSchema()),
        shown.call(),
        shown.typescript().get());
  }

  /** A call of a tool with arguments; its example where these are too long to be read. */
  public String call(ToolDescriptor tool, JsonNode arguments) {
    Shown shown = shown(tool);
    String call = VisibleText.escaped(language.call(shown.expression, arguments));
    return call.length() - shown.expression.length() <= MAX_CALL_LENGTH ? call : shown.call;
  }

  private String example(String expression, JsonNode inputSchema) {
    return VisibleText.escaped(
        language
            .example(expression, inputSchema)
            .orElseGet(() -> language.call(expression, SampleValue.arguments(inputSchema))));
  }

  /** The names; those inside of the only one, where that is an object: they are what is asked. */
  private static List<String> parameters(JsonNode declared) {
    JsonNode schema = RootSchema.of(declared);
    List<String> names = names(schema, "");
    if (names.size() != 1) {
      return names;
    }
    JsonNode only = CallExample.dereferenced(schema, schema.path("properties").iterator().next());
    List<String> inside = names(only, names.get(0) + ".");
    return inside.isEmpty() ? names : inside;
  }

  private static List<String> names(JsonNode schema, String before) {
    List<String> names = new ArrayList<>();
    schema
        .path("properties")
        .fieldNames()
        .forEachRemaining(name -> names.add(before + VisibleText.name(name)));
    return names;
  }

  @SuppressWarnings("ReferenceEquality") // the catalog keeps the tools that have not changed
  private Shown shown(ToolDescriptor tool) {
    String expression = scriptNames.get().expression(tool);
    Shown known = shownTools.get(tool.key());
    if (known == null || known.tool != tool || !known.expression.equals(expression)) {
      known =
          new Shown(
              tool,
              expression,
              FirstSentence.of(VisibleText.of(tool.description())),
              example(expression, tool.inputSchema()),
              new Lazy<>(() -> ToolDeclaration.of(expression, tool)));
      shownTools.put(tool.key(), known);
    }
    return known;
  }

  /**
   * The parts that are the same at every showing.
   *
   * @param expression how a program writes the tool
   * @param typescript its declaration, made for who looks at the tool
   */
  record Shown(
      ToolDescriptor tool,
      String expression,
      String summary,
      String call,
      Lazy<String> typescript) {}

  /** A value that is made once, when first asked for. */
  private static final class Lazy<T> {
    private final Supplier<T> maker;
    private volatile @Nullable T value;

    Lazy(Supplier<T> maker) {
      this.maker = maker;
    }

    T get() {
      T known = value;
      return known != null ? known : make();
    }

    private synchronized T make() {
      T known = value;
      if (known == null) {
        known = maker.get();
        value = known;
      }
      return known;
    }
  }
}
