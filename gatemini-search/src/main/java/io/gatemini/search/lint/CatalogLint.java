package io.gatemini.search.lint;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toList;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.BackendStatus;
import io.gatemini.Gateway;
import io.gatemini.RawJson;
import io.gatemini.SearchHit;
import io.gatemini.SearchRequest;
import io.gatemini.ToolAnnotations;
import io.gatemini.ToolDescriptor;
import io.gatemini.internal.text.VisibleText;
import io.gatemini.search.embedding.QuantizedVector;
import io.gatemini.search.embedding.QueryVector;
import io.gatemini.search.embedding.StaticModel;
import io.gatemini.search.evaluation.GeneratedRequests;
import io.gatemini.search.lint.LintFinding.SpoiledRequest;
import io.gatemini.spi.TextAnalyzer;
import io.gatemini.spi.TextAnalyzer.Token;
import io.gatemini.text.EnglishAnalyzer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Checks the tools of a gateway by their definitions. Belongs to one thread; 1,000 tools take some
 * seconds, most of them four searches per tool.
 */
public final class CatalogLint {
  /** Level, rule, message and remedy; the weightiest first. */
  private static final String RULES =
      """
      error | hidden-characters | hides characters in %2$s: "%1$s" | ask its maker why; until then %3$s
      error | talks-to-model | gives orders to a model in %2$s: "%1$s" | do not use the server before a person has read it; until then %3$s
      error | name-invalid | MCP wants names of 1 to 128 characters out of A-Z a-z 0-9 _ . / - | rename it at its server, and keep other characters for its title
      warning | steers-model | says which tool to call in %2$s: "%1$s" | write there what the tool does; if you do not trust its maker, %3$s
      warning | name-not-portable | providers of models reject names with . or /, or of more than 64 characters | rename it at its server to at most 64 of A-Z a-z 0-9 _ -
      warning | name-says-nothing | the name does not say what the tool acts on | rename it at its server to a verb and an object, such as %1$s
      warning | description-missing | has no description: only its name and parameters can be found | write at its server, in one sentence, what it does and returns
      warning | description-doubled | has the description of %1$s | say in each description what only its tool does
      warning | look-alike | looks like %1$s; the words of this one alone: %2$s, of that one: %3$s | begin both descriptions with what only its tool does, or %4$s
      warning | schema-too-large | its input schema has %2$s bytes, more than 2,048 | shorten its largest property at the server, %1$s, or offer the few parameters that you need by composite_tools
      note | annotations-missing | without annotations it counts as a tool that may delete, and read_only programs reject it | state at its server readOnlyHint: true if it only reads, else destructiveHint
      """;

  private static final Pattern NO_WORD = Pattern.compile("[^\\p{L}\\p{N}]+");

  /** Names of nothing but a verb, and objects that anything is. */
  private static final String SAYS_NOTHING =
      """
      (?:(?:add|apply|call|create|delete|exec|execute|do|find|get|handle|invoke|list|manage|perform|process|query|read\
      |remove|run|search|send|set|start|stop|update|use|write)(?: |$))?(?:(?:\\w|\\d{2,}|(?:action|data|default|details|helper\
      |info|it|main|operation|test|thing|tool|util)s?\\d*)(?: |$))*""";

  private static final String PLACEHOLDER =
      "(?:no )?description(?: not)?(?: available| provided)?|todo|tbd|n a|none";

  private static final int MAX_SCHEMA_BYTES = 2_048;

  /** A cosine: no description that is this near to another says what only its tool does. */
  private static final float ALIKE = 0.95f;

  /** The same where a request for one finds the other; docs/lint.md has the pairs. */
  private static final float ALIKE_AND_MISTAKEN = 0.85f;

  private static final int MAX_SHOWN = 100;
  private static final Duration INDEXED = Duration.ofSeconds(30);

  private final TextAnalyzer analyzer = new EnglishAnalyzer();
  private final List<SpoiledRequest> spoiled = new ArrayList<>();
  private final List<LintFinding> findings = new ArrayList<>();
  private final Map<String, Set<String>> taints = new TreeMap<>();

  private CatalogLint() {}

  /** Checks the tools that a gateway has now, with the search that it is configured with. */
  public static LintReport of(Gateway gateway) {
    gateway.awaitIndexed(INDEXED);
    List<ToolDescriptor> tools = gateway.catalog().tools();
    CatalogLint lint = new CatalogLint();
    gateway.backends().stream()
        .filter(BackendStatus::dynamic)
        .forEach(backend -> lint.taint(backend.name(), "registered-by-agent"));
    tools.forEach(tool -> lint.ask(gateway, tool));
    tools.forEach(lint::check);
    lint.checkDescriptions(tools);
    lint.checkLookAlikes(tools);
    lint.findings.sort(Comparator.comparing(finding -> RULES.indexOf(finding.rule())));
    return new LintReport(tools.size(), List.copyOf(lint.findings), lint.taints);
  }

  private void ask(Gateway gateway, ToolDescriptor tool) {
    for (String request : GeneratedRequests.of(tool, analyzer)) {
      List<SearchHit> hits = gateway.search(SearchRequest.of(request).withLimit(1));
      String found = hits.isEmpty() ? "" : hits.get(0).key();
      if (!found.equals(tool.key())) {
        spoiled.add(new SpoiledRequest(request, tool.key(), found));
      }
    }
  }

  private void check(ToolDescriptor tool) {
    for (var part : tool.tool().toJson().properties()) {
      texts(part.getValue()).forEach(text -> checkText(tool, part.getKey(), text));
    }
    checkName(tool, tool.originalName());
    int bytes = RawJson.of(tool.inputSchema()).length();
    if (bytes > MAX_SCHEMA_BYTES) {
      String largest =
          tool.inputSchema()
              .path("properties")
              .propertyStream()
              .max(Comparator.comparing(it -> RawJson.of(it.getValue()).length()))
              .map(it -> VisibleText.quoted(it.getKey(), MAX_SHOWN))
              .orElse("\"$defs\"");
      add("schema-too-large", tool, it -> false, largest, bytes);
    }
    if (tool.annotations().equals(ToolAnnotations.none())) {
      add("annotations-missing", tool, it -> false);
    }
    if (tool.annotations().openWorldHint().orElse(false)) {
      taint(tool.backend(), "open-world");
    }
  }

  /** All texts and names in a part of a definition. */
  private static Stream<String> texts(JsonNode node) {
    return Stream.concat(
        node.isTextual()
            ? Stream.of(node.textValue())
            : node.propertyStream().map(Map.Entry::getKey),
        node.valueStream().flatMap(CatalogLint::texts));
  }

  private void checkText(ToolDescriptor tool, String place, String text) {
    String deny = denied(tool);
    if (!VisibleText.isVisible(text)) {
      String escaped = VisibleText.escaped(text);
      int at = Arrays.mismatch(escaped.toCharArray(), text.toCharArray());
      String hidden = VisibleText.line(escaped.substring(at), MAX_SHOWN);
      add("hidden-characters", tool, wanted(tool), hidden, place, deny);
    }
    Predicate<SpoiledRequest> drawn = it -> it.found().equals(tool.key());
    ModelTalk.ORDERS.in(text).forEach(it -> add("talks-to-model", tool, drawn, it, place, deny));
    ModelTalk.STEERING.in(text).forEach(it -> add("steers-model", tool, drawn, it, place, deny));
  }

  private void checkName(ToolDescriptor tool, String name) {
    String words = NO_WORD.matcher(name).replaceAll("_");
    if (!name.matches("[A-Za-z0-9_./-]{1,128}")) {
      add("name-invalid", tool, wanted(tool));
    } else if (!name.matches("[A-Za-z0-9_-]{1,64}")) {
      add("name-not-portable", tool, wanted(tool));
    }
    if (words(analyzer.analyze(name)).matches(SAYS_NOTHING)) {
      add("name-says-nothing", tool, wanted(tool), words + "_" + tool.backend());
    }
  }

  private void checkDescriptions(List<ToolDescriptor> tools) {
    tools.stream()
        .collect(groupingBy(CatalogLint::plain, LinkedHashMap::new, toList()))
        .forEach(
            (text, same) -> {
              List<String> keys = same.stream().map(ToolDescriptor::key).toList();
              if (text.isEmpty()) {
                same.forEach(tool -> add("description-missing", tool, wanted(tool)));
              } else if (same.size() > 1) {
                String others = String.join(", ", keys.subList(1, keys.size()));
                add("description-doubled", same.get(0), within(keys), others);
              }
            });
  }

  private static String plain(ToolDescriptor tool) {
    String text = VisibleText.of(tool.description()).toLowerCase(Locale.ROOT);
    String words = NO_WORD.matcher(text).replaceAll(" ").strip();
    return words.matches(PLACEHOLDER) ? "" : words;
  }

  private void checkLookAlikes(List<ToolDescriptor> tools) {
    Optional<StaticModel> model = StaticModel.bundled();
    List<float[]> vectors =
        tools.stream().flatMap(it -> model.stream().map(of -> of.encode(text(it)))).toList();
    List<QuantizedVector> stored = vectors.stream().map(QuantizedVector::of).toList();
    Set<Set<Integer>> pairs = new HashSet<>();
    for (int i = 0; i < vectors.size(); i++) {
      int one = i;
      QueryVector vector = QueryVector.of(vectors.get(i));
      IntStream.range(0, vectors.size())
          .boxed()
          .filter(other -> other != one)
          .max(Comparator.comparing(other -> vector.dot(stored.get(other))))
          .filter(nearest -> pairs.add(Set.of(one, nearest)))
          .ifPresent(it -> check(tools.get(one), tools.get(it), vector.dot(stored.get(it))));
    }
  }

  private void check(ToolDescriptor one, ToolDescriptor other, float cosine) {
    var mixed = within(List.of(one.key(), other.key()));
    float least = spoiled.stream().anyMatch(mixed) ? ALIKE_AND_MISTAKEN : ALIKE;
    if (cosine >= least && !plain(one).equals(plain(other))) {
      add("look-alike", one, mixed, other.key(), own(one, other), own(other, one), denied(other));
    }
  }

  /** The words of a tool that another one does not have. */
  private String own(ToolDescriptor tool, ToolDescriptor other) {
    Set<String> known = new HashSet<>(analyzer.tokens(text(other)));
    List<Token> own = new ArrayList<>(analyzer.analyze(text(tool)));
    own.removeIf(token -> !known.add(token.term()));
    return own.isEmpty() ? "none" : VisibleText.quoted(words(own), MAX_SHOWN);
  }

  private static String words(List<Token> tokens) {
    return tokens.stream().map(Token::word).collect(joining(" "));
  }

  private static String text(ToolDescriptor tool) {
    return tool.originalName() + " " + tool.description();
  }

  private static String denied(ToolDescriptor tool) {
    String name = VisibleText.line(VisibleText.escaped(tool.originalName()), MAX_SHOWN);
    return "write denied_tools: [\"" + name + "\"] at backend " + tool.backend();
  }

  private static Predicate<SpoiledRequest> wanted(ToolDescriptor tool) {
    return request -> request.wanted().equals(tool.key());
  }

  private static Predicate<SpoiledRequest> within(List<String> keys) {
    return request -> keys.contains(request.wanted()) && keys.contains(request.found());
  }

  private void taint(String backend, String label) {
    taints.computeIfAbsent(backend, any -> new TreeSet<>()).add(label);
  }

  /** The first of the parts is the subject. */
  private void add(
      String rule, ToolDescriptor tool, Predicate<SpoiledRequest> spoils, Object... parts) {
    String found = RULES.lines().filter(it -> it.contains(rule)).findFirst().orElseThrow();
    String[] row = found.split(" \\| ", -1);
    if (Set.of("hidden-characters", "talks-to-model").contains(rule)) {
      taint(tool.backend(), rule);
    }
    String subject = parts.length == 0 ? "" : parts[0].toString();
    String message = row[2].formatted(parts);
    String remedy = row[3].formatted(parts);
    var requests = spoiled.stream().filter(spoils).toList();
    findings.add(new LintFinding(rule, row[0], tool.key(), subject, message, remedy, requests));
  }
}
