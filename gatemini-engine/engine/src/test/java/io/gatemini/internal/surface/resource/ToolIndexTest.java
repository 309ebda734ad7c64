package io.gatemini.internal.surface.resource;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.ToolDescriptor;
import io.gatemini.internal.catalog.CatalogFixture;
import io.gatemini.internal.surface.FixtureGateway;
import io.gatemini.internal.surface.meta.MetaTools;
import io.gatemini.internal.text.Markdown;
import io.gatemini.spi.BackendTool;
import io.gatemini.text.BytesTokenEstimator;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code gatemini://tools} and {@code gatemini://llms}: budgets, names, words. */
class ToolIndexTest {
  private static final BytesTokenEstimator TOKENS = new BytesTokenEstimator();
  private static final JsonNode SCHEMA = RawJson.parse("{\"type\":\"object\"}").tree();
  private static final Random WORDS = new Random(7);

  private static ToolDescriptor tool(String backend, String name, String description) {
    return new ToolDescriptor(
        backend + "." + name, backend, BackendTool.of(name, description, SCHEMA));
  }

  private static CompactIndex index(FixtureGateway gateway) {
    return new CompactIndex(gateway, gateway, new PerToolCache<>(ToolLines::of));
  }

  private static String read(OwnResource index, Session session) {
    return index.reader().read(session, Map.of()).text();
  }

  private static String tools(List<ToolDescriptor> tools) {
    try (FixtureGateway gateway = new FixtureGateway(new CatalogFixture(1, tools))) {
      return read(index(gateway).json(), Session.local());
    }
  }

  private static String llms(List<ToolDescriptor> tools) {
    try (FixtureGateway gateway = new FixtureGateway(new CatalogFixture(1, tools))) {
      return read(index(gateway).markdown(MetaTools.WORDS), Session.local());
    }
  }

  private static List<ToolDescriptor> ordinary(int count) {
    return IntStream.range(0, count)
        .mapToObj(
            i ->
                tool(
                    "backend-" + i / 8,
                    "handle_record_" + i,
                    "Changes the "
                        + IntStream.range(0, 25)
                            .mapToObj(n -> "word" + WORDS.nextInt(500))
                            .collect(Collectors.joining(" "))
                        + ". More of it."))
        .toList();
  }

  private static void holdsAll(List<ToolDescriptor> tools) {
    JsonNode json = RawJson.parse(tools(tools)).tree();
    String markdown = llms(tools);
    for (ToolDescriptor tool : tools) {
      JsonNode words =
          json.path(tool.namespace()).path(tool.key().substring(tool.namespace().length() + 1));
      assertThat(words.isTextual()).as(tool.key()).isTrue();
      assertThat(words.asText().codePointCount(0, words.asText().length())).isLessThan(121);
      assertThat(markdown)
          .contains("- " + Markdown.name(tool.key().substring(tool.namespace().length() + 1)));
    }
    assertThat(json)
        .allSatisfy(group -> assertThat(group.isObject()).isTrue())
        .hasSize((int) tools.stream().map(ToolDescriptor::namespace).distinct().count());
    assertThat(markdown.lines().filter(line -> line.startsWith("- "))).hasSize(tools.size() + 3);
    assertThat(markdown.lines().filter(line -> line.startsWith("## "))).hasSize(json.size());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 40, 257, 258, 259, 1_084, 3_000})
  void staysWithinItsTokens(int count) {
    List<ToolDescriptor> tools = ordinary(count);

    assertThat(TOKENS.estimate(tools(tools))).isLessThanOrEqualTo(CompactIndex.budget(count));
    assertThat(TOKENS.estimate(llms(tools))).isLessThanOrEqualTo(CompactIndex.budget(count));
    holdsAll(tools);
  }

  @Test
  void hasWholeSentencesWhereThereIsRoom() {
    List<ToolDescriptor> tools =
        List.of(
            tool("files", "read_file", "Read the contents of a file. Fails if it is not text."),
            tool("files", "drop", ""));

    assertThat(tools(tools))
        .isEqualTo("{\"files\":{\"drop\":\"\",\"read_file\":\"Read the contents of a file.\"}}");
    assertThat(llms(tools))
        .contains("2 tools of 1 backend,", "`{\"tool\":\"files.drop\",\"arguments\":{...}}`")
        .endsWith("## files\n- drop\n- read_file: Read the contents of a file.\n");
  }

  @Test
  void dropsWhatTheNameSaysBeforeItCuts() {
    List<ToolDescriptor> tools = new ArrayList<>(ordinary(300));
    tools.add(tool("files", "read_file", "Read the complete contents of a file, e.g. a text."));

    assertThat(tools(tools)).contains("\"read_file\":\"complete contents\"");
  }

  @Test
  void saysThatNothingIsThere() {
    assertThat(tools(List.of())).isEqualTo("{}");
    assertThat(llms(List.of()))
        .isEqualTo(
            "# Gatemini tools\n\nNo tool is connected at this moment. gatemini://backends has the"
                + " state of each backend.\n");
  }

  @Test
  void keepsNamesThatCostMoreThanThereIs() {
    List<ToolDescriptor> tools =
        IntStream.range(0, 300)
            .mapToObj(i -> tool("b", "name_" + i + "_" + "x".repeat(110), "Does it well."))
            .toList();

    holdsAll(tools);
    assertThat(tools(tools)).doesNotContain("Does");
  }

  @Test
  void isMadeOnceForEachGeneration() {
    try (FixtureGateway gateway = new FixtureGateway(new CatalogFixture(1, ordinary(40)))) {
      OwnResource index = index(gateway).json();

      String first = read(index, Session.local());
      String again = read(index, Session.of("other"));
      gateway.publish(new CatalogFixture(2, ordinary(41)));
      String changed = read(index, Session.local());

      assertThat(again).isSameAs(first);
      assertThat(RawJson.parse(changed).tree().path("backend-5").size()).isEqualTo(1);
    }
  }

  @Test
  void ordersNamespacesAndThenNames() {
    List<ToolDescriptor> tools =
        List.of(tool("a-b", "x", ""), tool("a", "z", ""), tool("a", "y", ""));

    assertThat(tools(tools)).isEqualTo("{\"a\":{\"y\":\"\",\"z\":\"\"},\"a-b\":{\"x\":\"\"}}");
  }

  @Test
  void namesTheBackendWhereTheNamespaceIsAnother() {
    ToolDescriptor tool =
        new ToolDescriptor("short.read", "a very long backend", BackendTool.of("read", "", SCHEMA));

    assertThat(llms(List.of(tool))).contains("## short (backend `a very long backend`)\n");
  }

  @Property(tries = 60)
  void holdsForHardCatalogs(@ForAll("hardCatalogs") List<ToolDescriptor> tools) {
    holdsAll(tools);
    assertThat(tools(tools)).isEqualTo(tools(tools));
    assertThat(TOKENS.estimate(tools(tools))).isLessThanOrEqualTo(budget(tools));
    assertThat(TOKENS.estimate(llms(tools))).isLessThanOrEqualTo(budget(tools));
  }

  /** The budget, or what names alone cost where they are more than it. */
  private static long budget(List<ToolDescriptor> tools) {
    List<ToolDescriptor> names =
        tools.stream().map(tool -> tool(tool.backend(), tool.originalName(), "")).toList();
    return Math.max(
        CompactIndex.budget(tools.size()),
        Math.max(TOKENS.estimate(tools(names)), TOKENS.estimate(llms(names))));
  }

  @Provide
  Arbitrary<List<ToolDescriptor>> hardCatalogs() {
    Arbitrary<String> hard =
        Arbitraries.oneOf(
            Arbitraries.strings().ofMaxLength(300),
            Arbitraries.of(
                "<b>|#`*[a](b)\\",
                "\u05e9\u05dc\u05d5\u05dd",
                "```\n# x\n- y",
                "e\u0301".repeat(200),
                "\u6587\u5b57".repeat(90),
                "\ud83d\udc69\u200d\ud83d\ude80 ".repeat(60),
                "\u202eevil",
                "12 34 56 ".repeat(30),
                "\\\"".repeat(80)),
            Arbitraries.strings()
                .withCharRange('a', 'z')
                .ofMaxLength(9)
                .list()
                .ofSize(30)
                .map(words -> String.join(" ", words)));
    Arbitrary<ToolDescriptor> tool =
        Combinators.combine(
                Arbitraries.of("files", "a b", "b/c%d", "\u05e9", "z.y"),
                hard.map(text -> io.gatemini.internal.text.VisibleText.name(text)),
                hard)
            .as((backend, name, words) -> tool(backend, name.isBlank() ? "unnamed" : name, words));
    return tool.list().uniqueElements(ToolDescriptor::key).ofMinSize(1).ofMaxSize(500);
  }
}
