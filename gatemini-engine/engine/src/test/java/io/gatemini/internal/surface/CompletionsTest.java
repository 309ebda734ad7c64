package io.gatemini.internal.surface;

import static io.gatemini.internal.catalog.CatalogFixture.tool;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gatemini.InvalidArgumentsException;
import io.gatemini.SearchHit;
import io.gatemini.SearchRequest;
import io.gatemini.Session;
import io.gatemini.Surface.Completion;
import io.gatemini.ToolDescriptor;
import io.gatemini.content.Prompt;
import io.gatemini.content.PromptArgument;
import io.gatemini.content.PromptContent;
import io.gatemini.content.Resource;
import io.gatemini.content.ResourceContent;
import io.gatemini.content.ResourceTemplate;
import io.gatemini.internal.catalog.CatalogFixture;
import io.gatemini.internal.surface.prompt.Prompts;
import io.gatemini.internal.surface.resource.GivenTemplates;
import io.gatemini.spi.CompletionRequest;
import io.gatemini.spi.CompletionRequest.Kind;
import io.gatemini.spi.PromptSource;
import io.gatemini.spi.ResourceSource;
import io.gatemini.testing.Values;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class CompletionsTest {
  private static final String PAGES = "docs://page/{name}";

  @AutoClose
  private final FixtureGateway gateway =
      new FixtureGateway(
          CatalogFixture.of(
              1,
              tool("github", "create_issue", "Open a ticket"),
              tool("github", "list_issues", "All tickets"),
              tool("gitlab", "createIssue", "Open a ticket"),
              tool("notes", "delete_note", "Remove a note"),
              tool("Weather", "forecast", "Rain or sunshine")));

  private Function<CompletionRequest, CompletionStage<List<String>>> pages =
      request -> values("Intro", "intro two", "printing");
  private Function<CompletionRequest, CompletionStage<List<String>>> places =
      request -> values("Aarau", "Bern", "Chur");
  private Completions completions = completions();

  private Completions completions(ResourceSource... more) {
    List<ResourceSource> sources = new ArrayList<>(List.of(more));
    sources.add(new Pages());
    return new Completions(
        gateway,
        GivenTemplates.over(gateway, gateway, sources.toArray(ResourceSource[]::new)),
        Prompts.of(gateway, gateway, GivenSurface.tools(gateway), List.of(new Tours())),
        gateway);
  }

  @Test
  void putsWhatBeginsSoFirstThenWhatBeginsSoBehindTheDotThenWords() {
    Completion completion = tools("create");

    assertThat(completion.values()).startsWith("github.create_issue", "gitlab.createIssue");
    assertThat(tools("issue").values())
        .startsWith("github.create_issue", "github.list_issues", "gitlab.createIssue");
    assertThat(tools("wea").values()).startsWith("Weather.forecast");
  }

  @Test
  void prefersTheCaseThatIsWritten() {
    gateway.publish(CatalogFixture.of(1, tool("Git", "pull", ""), tool("git", "pull", "")));

    assertThat(tools("git.").values()).startsWith("git.pull", "Git.pull");
    assertThat(tools("Git.").values()).startsWith("Git.pull", "git.pull");
  }

  @Test
  void repairsWhatNothingBeginsWith() {
    assertThat(tools("gihtub.cre").values()).contains("github.create_issue");
    assertThat(tools("delte_note").values()).containsExactly("notes.delete_note");
    assertThat(tools("sunshine").values()).containsExactly("Weather.forecast");
    assertThat(backends("wheather").values()).containsExactly("Weather");
    assertThat(backends("xyzzy").values()).isEmpty();
  }

  @Test
  void givesTheFirstHundredOfAllForNothingWritten() {
    publish(250);

    Completion completion = tools("");

    assertThat(completion.values())
        .hasSize(100)
        .startsWith("many.tool_0000")
        .doesNotHaveDuplicates();
    assertThat(completion.total()).isEqualTo(250);
    assertThat(completion.hasMore()).isTrue();
  }

  @Test
  void countsWhatMatchesAndNotWhatThereIs() {
    publish(250);

    assertThat(tools("many.tool_01").total()).isEqualTo(100);
    assertThat(tools("many.tool_01").hasMore()).isFalse();
    assertThat(tools("many.tool_0").total()).isEqualTo(250);
  }

  @Test
  void knowsTemplatesWithoutTheirQueryAndTheAddressesTheyMake() {
    for (String target :
        List.of(
            GivenTemplates.TOOL, "gatemini://tool/{tool_name}", "gatemini://tool/github.create")) {
      assertThat(complete(Kind.RESOURCE, target, "tool_name", "github.c").values())
          .as(target)
          .startsWith("github.create_issue");
    }
    assertThat(complete(Kind.RESOURCE, GivenTemplates.TOOL, "detail", "f").values()).isEmpty();
  }

  @Test
  void namesWhatThereIsWhereNothingIsAsked() {
    refused(() -> complete(Kind.RESOURCE, "nowhere://x/{y}", "y", ""))
        .hasMessageContaining(GivenTemplates.BACKEND)
        .hasMessageContaining(PAGES);
    refused(() -> complete(Kind.RESOURCE, GivenTemplates.BACKEND, "name", ""))
        .hasMessageContaining("backend_name");
    refused(() -> complete(Kind.PROMPT, "tuor", "place", "")).hasMessageContaining("\"tour\"");
    refused(() -> complete(Kind.PROMPT, "tour", "city", "")).hasMessageContaining("place");
  }

  @Test
  void asksSourcesAndPutsFirstWhatBeginsSo() {
    assertThat(complete(Kind.RESOURCE, PAGES, "name", "int").values())
        .containsExactly("intro two", "Intro", "printing");
    assertThat(complete(Kind.PROMPT, "tour", "place", "b").values()).containsExactly("Bern");
  }

  @Test
  void takesASourceAtItsWordThatKnowsMoreThanLetters() {
    pages = request -> values("first for " + request.value().length(), "second");

    assertThat(complete(Kind.RESOURCE, "docs://page/what", "name", "greeting").values())
        .containsExactly("first for 8", "second");
  }

  @Test
  void doesWithoutSourcesThatFail() {
    ResourceSource thrower =
        new Pages() {
          @Override
          public List<ResourceTemplate> templates(Session session) {
            throw new IllegalStateException("no templates today");
          }
        };
    completions = completions(thrower);
    List<Function<CompletionRequest, CompletionStage<List<String>>>> failing =
        List.of(
            request -> null,
            request -> CompletableFuture.completedFuture(null),
            request -> CompletableFuture.failedFuture(new InvalidArgumentsException("no")),
            request -> {
              throw new IllegalStateException("no");
            });

    assertThat(complete(Kind.RESOURCE, PAGES, "name", "").values()).hasSize(3);
    for (var source : failing) {
      pages = source;
      assertThat(complete(Kind.RESOURCE, PAGES, "name", "").values()).isEmpty();
    }
    pages = request -> values(Arrays.asList("a", null, "a", "b"));
    assertThat(complete(Kind.RESOURCE, PAGES, "name", "").values()).containsExactly("a", "b");
  }

  @Test
  void doesNotWaitForASourceThatNeverAnswersAndCancelsIt() {
    CompletableFuture<List<String>> never = new CompletableFuture<>();
    pages = request -> never;

    assertThat(complete(Kind.RESOURCE, PAGES, "name", "a").values()).isEmpty();
    await().until(never::isCancelled);
  }

  @Test
  void doesNotWaitForAPromptThatNeverAnswersAndCancelsItsSource() {
    CompletableFuture<List<String>> never = new CompletableFuture<>();
    places = request -> never;

    assertThat(complete(Kind.PROMPT, "tour", "place", "a").values()).isEmpty();
    await().until(never::isCancelled);
  }

  @Test
  void aClientThatCancelsCancelsTheSource() {
    for (Kind kind : Kind.values()) {
      CompletableFuture<List<String>> never = new CompletableFuture<>();
      CountDownLatch asked = new CountDownLatch(1);
      pages =
          request -> {
            asked.countDown();
            return never;
          };
      places = pages;
      boolean prompt = kind == Kind.PROMPT;
      CompletableFuture<Completion> completion =
          begin(kind, prompt ? "tour" : PAGES, prompt ? "place" : "name", "a");
      await().until(() -> asked.getCount() == 0);

      completion.cancel(true);

      await().until(never::isCancelled);
    }
  }

  @Test
  void aClientThatCancelsCancelsTheSearch() {
    CompletableFuture<List<SearchHit>> never = new CompletableFuture<>();
    CountDownLatch asked = new CountDownLatch(1);
    FixtureGateway slow =
        new FixtureGateway(CatalogFixture.of(1, tool("files", "read", "Read a file"))) {
          @Override
          public CompletableFuture<List<SearchHit>> searchAsync(SearchRequest request) {
            asked.countDown();
            return never;
          }
        };
    try (slow) {
      completions =
          new Completions(
              slow,
              GivenTemplates.over(slow, slow),
              Prompts.of(slow, slow, GivenSurface.tools(slow), List.of()),
              slow);

      CompletableFuture<Completion> completion =
          begin(Kind.RESOURCE, GivenTemplates.TOOL, "tool_name", "raed");
      await().until(() -> asked.getCount() == 0);
      completion.cancel(true);

      await().until(never::isDone);
    }
  }

  @Values("` ` | . | % | gatemini:// | \u202e | \ud83d | 🦊 | مرحبا | \\E( | a\u0000b")
  void answersWhateverIsWritten(String value) {
    assertThat(tools(value).values().size()).isLessThanOrEqualTo(100);
    assertThat(backends(value).values())
        .isSubsetOf(List.of("Weather", "github", "gitlab", "notes"));
  }

  @Test
  void answersNothingToWhatIsNoName() {
    assertThat(tools("g".repeat(1_001)).values()).isEmpty();
  }

  @Test
  void isQuickOverTenThousandTools() {
    publish(10_000);
    for (String warm : List.of("", "tool_0", "many.", "mayn.tool", "9")) {
      tools(warm);
    }

    long least = Long.MAX_VALUE;
    for (int i = 0; i < 5; i++) {
      long begin = System.nanoTime();
      Completion completion = tools("TOOL_9");
      least = Math.min(least, System.nanoTime() - begin);
      assertThat(completion.total()).isEqualTo(1_000);
    }

    // The fixture's search goes over all tools as well; a loaded machine must not fail the build.
    assertThat(TimeUnit.NANOSECONDS.toMillis(least)).isLessThan(500);
  }

  private void publish(int count) {
    gateway.publish(
        CatalogFixture.of(
            2,
            IntStream.range(0, count)
                .mapToObj(i -> tool("many", "tool_%04d".formatted(i), "One of many"))
                .toArray(ToolDescriptor[]::new)));
  }

  private Completion tools(String value) {
    return complete(Kind.RESOURCE, GivenTemplates.TOOL, "tool_name", value);
  }

  private Completion backends(String value) {
    return complete(Kind.RESOURCE, GivenTemplates.BACKEND, "backend_name", value);
  }

  private Completion complete(Kind kind, String target, String variable, String value) {
    return begin(kind, target, variable, value).join();
  }

  private CompletableFuture<Completion> begin(
      Kind kind, String target, String variable, String value) {
    return completions
        .complete(
            new CompletionRequest(
                Session.of("client"), kind, target, variable, value, Map.of("else", "known")))
        .toCompletableFuture();
  }

  private static AbstractThrowableAssert<?, ?> refused(ThrowingCallable call) {
    return assertThatThrownBy(call).cause().isInstanceOf(InvalidArgumentsException.class);
  }

  private static CompletionStage<List<String>> values(String... values) {
    return values(List.of(values));
  }

  private static CompletionStage<List<String>> values(List<String> values) {
    return CompletableFuture.completedFuture(values);
  }

  private class Pages implements ResourceSource {
    @Override
    public List<Resource> resources(Session session) {
      return List.of();
    }

    @Override
    public List<ResourceTemplate> templates(Session session) {
      return List.of(new ResourceTemplate(PAGES, "page", "", "", ""));
    }

    @Override
    public CompletionStage<ResourceContent> read(ResourceRequest request) {
      return CompletableFuture.completedFuture(new ResourceContent(request.uri(), "", ""));
    }

    @Override
    public CompletionStage<List<String>> complete(CompletionRequest request) {
      assertThat(request.target()).isEqualTo(PAGES);
      return pages.apply(request);
    }
  }

  private final class Tours implements PromptSource {
    @Override
    public List<Prompt> prompts(Session session) {
      return List.of(
          new Prompt("tour", "", "", List.of(new PromptArgument("place", "", "", true))));
    }

    @Override
    public CompletionStage<PromptContent> get(PromptRequest request) {
      return CompletableFuture.completedFuture(new PromptContent("", List.of()));
    }

    @Override
    public CompletionStage<List<String>> complete(CompletionRequest request) {
      return places.apply(request);
    }
  }
}
