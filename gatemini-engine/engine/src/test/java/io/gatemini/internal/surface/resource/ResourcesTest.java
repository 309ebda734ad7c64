package io.gatemini.internal.surface.resource;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gatemini.GatewayException;
import io.gatemini.InvalidArgumentsException;
import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.UnknownResourceException;
import io.gatemini.UnknownResultException;
import io.gatemini.content.Resource;
import io.gatemini.content.ResourceContent;
import io.gatemini.content.ResourceTemplate;
import io.gatemini.internal.plugin.GuardedResources;
import io.gatemini.internal.state.AnswerLedger;
import io.gatemini.internal.surface.GivenSurface;
import io.gatemini.internal.surface.SurfaceFixture;
import io.gatemini.spi.CompletionRequest;
import io.gatemini.spi.ResourceSource;
import io.gatemini.testing.Table;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ResourcesTest extends SurfaceFixture {
  private static final Session SESSION = Session.of("client");
  private static final String JSON =
      "{\"orders\":[{\"id\":1,\"by\":\"Alice\"},{\"id\":2,\"by\":\"Bob\"}],\n\"note\":\"é\\nb\"}";

  private final List<String> read = new ArrayList<>();
  private final Resources resources =
      new Resources(
          List.of(
              greeting("gatemini://hello"),
              greeting("gatemini://result/fixed"),
              new ResultResource(gateway).resource()),
          List.of(),
          gateway,
          new AnswerLedger() {
            @Override
            public void answered(Session session, String metaTool, long bytes) {
              read.add(session.id() + " " + metaTool + " " + bytes);
            }

            @Override
            public void listed(Session session, long bytes) {}

            @Override
            public void left(Session session) {}
          },
          List.of(),
          new BackendResources(
              Map::of,
              session -> Set.of(),
              (session, uri) -> Optional.empty(),
              Set::of,
              () -> false));

  private static OwnResource greeting(String uri) {
    return OwnResource.of(
        new Resource(uri, "hello", "Hello", "Says hello.", "text/markdown"),
        session -> "# héllo " + session.id());
  }

  private String keep(String json) {
    return gateway
        .results
        .put(SESSION.id(), RawJson.wrap(json.getBytes(StandardCharsets.UTF_8)))
        .orElseThrow();
  }

  private ResourceContent read(String uri) {
    return resources.read(SESSION, uri).join();
  }

  private void fails(String uri, Class<? extends GatewayException> type, String message) {
    assertThrown(CompletionException.class, () -> read(uri))
        .cause()
        .isInstanceOf(type)
        .hasMessageContaining(message);
  }

  @Test
  void listsWhatThereIsInItsOrder() {
    assertThat(resources.list(SESSION))
        .extracting(Resource::uri)
        .containsExactly("gatemini://hello", "gatemini://result/fixed");
    assertThat(resources.templates(SESSION))
        .extracting(ResourceTemplate::uriTemplate)
        .containsExactly("gatemini://result/{id}{?path,lines,page,search}");
  }

  @Test
  void readsAResourceAndRecordsItsBytes() {
    assertThat(read("gatemini://hello"))
        .isEqualTo(new ResourceContent("gatemini://hello", "text/markdown", "# héllo client"));
    assertThat(read("gatemini://h%65llo").uri()).isEqualTo("gatemini://h%65llo");
    assertThat(read("gatemini://result/fixed").mimeType()).isEqualTo("text/markdown");

    assertThat(read)
        .containsExactly(
            "client resources/read 15", "client resources/read 15", "client resources/read 15");
  }

  @Test
  void readsAResultByteForByte() {
    String json = keep(JSON);
    String text = keep("\"a \\\"text\\\"\\nof lines\"");

    assertThat(read("gatemini://result/" + json))
        .isEqualTo(new ResourceContent("gatemini://result/" + json, "application/json", JSON));
    assertThat(read("gatemini://result/" + text))
        .isEqualTo(
            new ResourceContent("gatemini://result/" + text, "text/plain", "a \"text\"\nof lines"));
    assertThat(read.get(0)).endsWith(" " + utf8(JSON));
  }

  @Table(
      """
      path=/orders/1 | application/json | {"id":2,"by":"Bob"}
      path=%2Forders%2F1%2Fby | text/plain | Bob
      path=orders > [0-0] | application/json | [{"id":1,"by":"Alice"}]
      path=orders%20%3E%20%5B1%5D | application/json | {"id":2,"by":"Bob"}
      path= | application/json | {"orders"
      lines=2 | text/plain | "note":"é\\nb"}
      lines=2- | text/plain | "note":"é\\nb"}
      lines=1-1 | text/plain | {"orders"
      path=/note&lines=2-2 | text/plain | b
      page=1 | text/plain | {"orders"
      search=bob | application/json | {"total":1,"matches":[{"path":"/orders/1","value":{"id":2,"by":"Bob"}}]}
      search=bob+2 | application/json | {"total":1,"matches":[{"path":"/orders/1"
      search=nowhere | application/json | {"total":0,"matches":[]}
      path=/note&search=b | text/plain | 1 line found:
      path=/note&search=zz | text/plain | no line has any of these words; there are 2 lines
      search=c%2B%2B | application/json | {"total":0
      """)
  void readsAPart(String query, String mimeType, String beginning) {
    ResourceContent part = read("gatemini://result/" + keep(JSON) + "?" + query);

    assertThat(part.mimeType()).isEqualTo(mimeType);
    assertThat(part.text()).startsWith(beginning);
  }

  @Test
  void showsLinesWithTheirNumbers() {
    String id = keep("\"" + "needle é\\nno\\n".repeat(100) + "\"");

    assertThat(read("gatemini://result/" + id + "?search=needle").text())
        .startsWith("100 lines found, the first 28 are:\n1: needle é\n3: needle é\n")
        .endsWith("\n55: needle é");
  }

  @Table(
      """
      lines=0-1 | there are no lines 0 to 1; the result has lines 1 to 2
      lines=3-4 | the result has lines 1 to 2
      lines=2-1 | there are no lines 2 to 1
      lines= | "lines" must be two line numbers such as 1-40, not ""
      lines=a-b | not "a-b"
      lines=99999999999 | not "99999999999"
      page=7 | there is no page 7; the result has pages 1 to 1
      page=0 | there is no page 0
      page=-1 | "page" must be a number from 1 to 1, not "-1"
      page=x | "page" must be a number from 1 to 1, not "x"
      search= | search takes from 1 to 30 words
      path=/orders/2 | "/orders" is an array with items 0 to 1
      page=1&lines=1 | give one of lines, page, not several
      pages=1 | did you mean "page"?
      path=%zz | a % is written %25
      """)
  void saysWhatAResultHasInstead(String query, String message) {
    fails(
        "gatemini://result/" + keep(JSON) + "?" + query, InvalidArgumentsException.class, message);
    assertThat(read).isEmpty();
  }

  @Test
  void knowsNoResultOfAnotherSession() {
    String id = keep(JSON);
    String foreign = "gatemini://result/" + id;

    assertThatThrownBy(() -> resources.read(Session.of("another"), foreign).join())
        .hasRootCauseInstanceOf(UnknownResultException.class)
        .hasMessageContaining("no result \"" + id + "\" is kept for this session");
    fails("gatemini://result/aaaaaaaaaa", UnknownResultException.class, "is kept");
    fails("gatemini://result/", UnknownResultException.class, "no result \"\"");
  }

  @Test
  void saysWhatThereIsInstead() {
    fails(
        "gatemini://helo",
        UnknownResourceException.class,
        "there is no resource \"gatemini://helo\"; did you mean \"gatemini://hello\"?");
    fails(
        "file:///etc/passwd",
        UnknownResourceException.class,
        "; there is gatemini://hello, gatemini://result/fixed, gatemini://result/{id}{?path");
    fails("gatemini://result/a/b", UnknownResourceException.class, "there is no resource");
    fails("", UnknownResourceException.class, "there is no resource \"\"");
    fails(
        "gatemini://hello?page=1",
        InvalidArgumentsException.class,
        "this resource has no parameter \"page\"");
  }

  @Test
  void failsWhenTheGatewayIsClosed() {
    gateway.close();

    assertThat(resources.read(SESSION, "gatemini://hello"))
        .failsWithin(Duration.ofSeconds(60))
        .withThrowableThat()
        .withMessageContaining("the gateway is closed");
  }

  @Test
  void whoGivesUpReachesTheFutureOfTheSource() {
    CompletableFuture<ResourceContent> slow = new CompletableFuture<>();
    CompletableFuture<ResourceContent> answer = given(slow).read(SESSION, "host://slow");
    await().until(() -> slow.getNumberOfDependents() > 0);

    answer.cancel(true);

    await().until(slow::isCancelled);
  }

  @Test
  void aPlugInThatDoesNotFitHasNothingToListAndFailsWhereItIsRead() {
    Resources resources = given(CompletableFuture.failedFuture(new NoSuchMethodError("gone")));

    assertThat(resources.templates(SESSION)).isEmpty();
    assertThat(resources.read(SESSION, "host://slow"))
        .failsWithin(Duration.ofSeconds(60))
        .withThrowableThat()
        .withCauseInstanceOf(NoSuchMethodError.class);
  }

  @Test
  void aTemplateWithoutAParameterHidesNoneThatHasIt() {
    Resources resources =
        given(templated("docs://{a}", "docs://{+path}"), templated("docs://{a}{?v}"));

    assertThat(resources.templates(SESSION))
        .extracting(ResourceTemplate::uriTemplate)
        .containsExactly("docs://{a}", "docs://{a}{?v}");
    assertThat(resources.read(SESSION, "docs://x?v=1").join().text())
        .isEqualTo("docs://{a}{?v} {a=x, v=1}");
    assertThat(resources.read(SESSION, "docs://x").join().text()).isEqualTo("docs://{a} {a=x}");
    assertThatThrownBy(() -> resources.read(SESSION, "docs://x?w=1").join())
        .hasCauseInstanceOf(InvalidArgumentsException.class)
        .hasMessageContaining("this resource has no parameter \"w\"");
    assertThat(values(resources, "docs://x?v=1")).containsExactly("of docs://{a}{?v}");
    assertThat(values(resources, "docs://{a}")).containsExactly("of docs://{a}");
  }

  private static List<String> values(Resources resources, String target) {
    return resources
        .candidates(
            new CompletionRequest(
                SESSION, CompletionRequest.Kind.RESOURCE, target, "a", "", Map.of()))
        .toCompletableFuture()
        .join();
  }

  private static ResourceSource templated(String... templates) {
    return new ResourceSource() {
      @Override
      public List<Resource> resources(Session session) {
        return List.of();
      }

      @Override
      public List<ResourceTemplate> templates(Session session) {
        return Stream.of(templates).map(it -> new ResourceTemplate(it, "x", "", "", "")).toList();
      }

      @Override
      public CompletionStage<ResourceContent> read(ResourceRequest request) {
        return CompletableFuture.completedFuture(
            new ResourceContent(
                request.uri(), "", templates[0] + " " + new TreeMap<>(request.variables())));
      }

      @Override
      public CompletionStage<List<String>> complete(CompletionRequest request) {
        return CompletableFuture.completedFuture(List.of("of " + request.target()));
      }
    };
  }

  private Resources given(ResourceSource... sources) {
    return new Resources(
        List.of(),
        List.of(),
        gateway,
        GivenSurface.NO_LEDGER,
        Stream.of(sources)
            .<ResourceSource>map(source -> new GuardedResources("given", source))
            .toList(),
        new BackendResources(
            Map::of,
            session -> Set.of(),
            (session, uri) -> Optional.empty(),
            Set::of,
            () -> false));
  }

  private Resources given(CompletableFuture<ResourceContent> content) {
    ResourceSource source =
        new ResourceSource() {
          @Override
          public List<Resource> resources(Session session) {
            return List.of(new Resource("host://slow", "slow", "", "", "text/plain"));
          }

          @Override
          public List<ResourceTemplate> templates(Session session) {
            throw new NoSuchMethodError("gone");
          }

          @Override
          public CompletionStage<ResourceContent> read(ResourceRequest request) {
            return content;
          }
        };
    return given(source);
  }
}
