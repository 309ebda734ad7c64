package io.gatemini.internal.surface;

import static io.gatemini.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.Gateway;
import io.gatemini.GatewayBuilder;
import io.gatemini.GatewayException;
import io.gatemini.InvalidArgumentsException;
import io.gatemini.Session;
import io.gatemini.UnknownPromptException;
import io.gatemini.UnknownResourceException;
import io.gatemini.config.ConfigException;
import io.gatemini.content.Prompt;
import io.gatemini.content.PromptArgument;
import io.gatemini.content.PromptContent;
import io.gatemini.content.PromptMessage;
import io.gatemini.content.Resource;
import io.gatemini.content.ResourceContent;
import io.gatemini.content.ResourceTemplate;
import io.gatemini.content.Role;
import io.gatemini.spi.Backend;
import io.gatemini.spi.CompletionRequest;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.PromptProvider;
import io.gatemini.spi.PromptSource;
import io.gatemini.spi.ResourceProvider;
import io.gatemini.spi.ResourceSource;
import io.gatemini.spi.ResourceSource.ResourceRequest;
import io.gatemini.spi.SourceListener;
import io.gatemini.testing.PlugIns;
import io.gatemini.testing.TestGateway;
import io.gatemini.testing.Values;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Additions of a host and its plug-ins to the resources and prompts of a gateway. */
class HostContentTest {
  private static final Resource HANDBOOK =
      new Resource("docs://handbook", "handbook", "Handbook", "How we work.", "text/markdown");
  private static final Prompt REVIEW =
      new Prompt(
          "review",
          "Review",
          "Reviews a change.",
          List.of(
              new PromptArgument("change", "", "Its number.", true),
              new PromptArgument("tone", "", "", false)));

  private final GatewayBuilder builder = TestGateway.builder();
  @AutoClose private @Nullable Gateway open;

  private Gateway start() {
    Gateway started = builder.build();
    open = started;
    return started;
  }

  @Test
  void readsWhatTheHostSaysAtThatMoment() {
    AtomicInteger edition = new AtomicInteger();
    builder.resource(HANDBOOK, () -> "edition " + edition.incrementAndGet());

    Gateway gateway = start();

    assertThat(gateway.resources()).endsWith(HANDBOOK);
    assertThat(gateway.readResource("docs://handbook"))
        .isEqualTo(new ResourceContent("docs://handbook", "text/markdown", "edition 1"));
    assertThat(gateway.readResource("docs://handbook").text()).isEqualTo("edition 2");
    assertThatThrownBy(() -> gateway.readResource("docs://handbok"))
        .isInstanceOf(UnknownResourceException.class)
        .hasMessageContaining("did you mean \"docs://handbook\"?");
  }

  @Test
  void startsAPromptOfTheHost() {
    builder.prompt(REVIEW, given -> "Review " + given.get("change") + ".");

    Gateway gateway = start();

    assertThat(gateway.prompts()).endsWith(REVIEW);
    assertThat(gateway.prompt("review", Map.of("change", "42")).messages())
        .containsExactly(new PromptMessage(Role.USER, "Review 42."));
    assertThrown(InvalidArgumentsException.class, () -> gateway.prompt("review", Map.of()))
        .hasMessageContaining("change");
    assertThrown(
            InvalidArgumentsException.class,
            () -> gateway.prompt("review", Map.of("change", "1", "mood", "x")))
        .hasMessageContaining("tone");
    assertThrown(UnknownPromptException.class, () -> gateway.prompt("reviews", Map.of()))
        .hasMessageContaining("review");
  }

  @Values("`` | handbook | gatemini://mine | GATEMINI://mine | docs: | d s://x")
  void refusesAnAddressThatIsNoneOrTheGatewaysOwn(String uri) {
    Resource resource = new Resource(uri, "x", "", "", "text/plain");

    assertThrown(ConfigException.class, () -> builder.resource(resource, () -> "text"))
        .hasMessageContaining('"' + uri + '"');
  }

  @Test
  void refusesWhatIsThereTwice() {
    builder.resource(HANDBOOK, () -> "one").prompt(REVIEW, given -> "one");

    assertThrown(ConfigException.class, () -> builder.resource(HANDBOOK, () -> "two"))
        .hasMessageContaining("docs://handbook");
    assertThrown(ConfigException.class, () -> builder.prompt(REVIEW, given -> "two"))
        .hasMessageContaining("review");
  }

  @Test
  void readsATemplateOfAPlugInWithItsVariablesDecoded() {
    builder.plugin(pages());

    Gateway gateway = start();

    assertThat(gateway.resourceTemplates())
        .extracting(ResourceTemplate::uriTemplate)
        .endsWith("docs://page/{name}{?lines}");
    assertThat(gateway.readResource("docs://page/a%2Fb%20%C3%A9?lines=3").text())
        .isEqualTo("a/b é 3");
    assertThat(gateway.readResource("docs://page/picture"))
        .isEqualTo(ResourceContent.bytes("docs://page/picture", "image/png", new byte[] {1, 2}));
    assertThatThrownBy(() -> gateway.readResource("docs://page/nothing"))
        .isInstanceOf(GatewayException.class)
        .hasMessageContaining("no answer");
    assertThatThrownBy(() -> gateway.readResource("docs://page/gone"))
        .isInstanceOf(UnknownResourceException.class)
        .hasMessage("that page is gone");
  }

  @Test
  void losesNoResourceToAPlugInThatBreaksItsPromises() {
    builder.resource(HANDBOOK, () -> "text").plugin(pages()).plugin(broken());

    Gateway gateway = start();

    assertThat(gateway.resources()).contains(HANDBOOK);
    assertThat(gateway.resources()).extracting(Resource::uri).contains("broken://fine");
    assertThat(gateway.resources())
        .extracting(Resource::uri)
        .doesNotContain("gatemini://stats/mine")
        .doesNotHaveDuplicates();
    assertThat(gateway.resourceTemplates())
        .extracting(ResourceTemplate::uriTemplate)
        .contains("docs://page/{name}{?lines}");
    assertThatThrownBy(() -> gateway.readResource("broken://fine"))
        .isInstanceOf(GatewayException.class);
  }

  @Test
  void asksAPlugInOfTwoKindsOnceForEach() {
    builder.plugin(new Manual());

    Gateway gateway = start();

    assertThat(gateway.resources()).containsOnlyOnce(HANDBOOK);
    assertThat(gateway.prompts()).containsOnlyOnce(REVIEW);
  }

  /** A plug-in that has resources and prompts. */
  private static final class Manual
      implements ResourceProvider, PromptProvider, ResourceSource, PromptSource {
    @Override
    public String name() {
      return "manual";
    }

    @Override
    public Manual create(JsonNode config, PluginContext context, SourceListener listener) {
      return this;
    }

    @Override
    public List<Resource> resources(Session session) {
      return List.of(HANDBOOK);
    }

    @Override
    public CompletionStage<ResourceContent> read(ResourceRequest request) {
      return CompletableFuture.failedFuture(new UnknownResourceException("not printed yet"));
    }

    @Override
    public List<Prompt> prompts(Session session) {
      return List.of(REVIEW);
    }

    @Override
    public CompletionStage<PromptContent> get(PromptRequest request) {
      return CompletableFuture.failedFuture(new UnknownPromptException("not printed yet"));
    }

    @Override
    public CompletionStage<List<String>> complete(CompletionRequest request) {
      return CompletableFuture.completedFuture(List.of());
    }
  }

  private static ResourceProvider source(String name, ResourceSource source) {
    return PlugIns.provider(ResourceProvider.class, name, () -> source);
  }

  /** Pages of a plug-in. */
  private static ResourceProvider pages() {
    ResourceTemplate template =
        new ResourceTemplate("docs://page/{name}{?lines}", "page", "Page", "", "text/plain");
    return source(
        "pages",
        PlugIns.of(
            ResourceSource.class,
            "pages",
            (self, method, arguments) ->
                switch (method.getName()) {
                  case "resources" -> List.of();
                  case "templates" -> List.of(template);
                  default -> page((ResourceRequest) arguments[0]);
                }));
  }

  private static CompletableFuture<?> page(ResourceRequest request) {
    String page = String.valueOf(request.variables().get("name"));
    return switch (page) {
      case "picture" ->
          CompletableFuture.completedFuture(
              ResourceContent.bytes(request.uri(), "image/png", new byte[] {1, 2}));
      case "nothing" -> Backend.done().toCompletableFuture();
      case "gone" ->
          CompletableFuture.failedFuture(new UnknownResourceException("that page is gone"));
      default ->
          CompletableFuture.completedFuture(
              new ResourceContent(
                  request.uri(), "text/plain", page + " " + request.variables().get("lines")));
    };
  }

  /** A plug-in that does everything wrong; it reads null. */
  private static ResourceProvider broken() {
    List<Resource> resources =
        Stream.of("gatemini://stats/mine", "no address", "broken://fine", "broken://fine")
            .map(uri -> new Resource(uri, "x", "", "", ""))
            .toList();
    return source(
        "broken",
        PlugIns.of(
            ResourceSource.class,
            "broken",
            PlugIns.by(
                Map.of(
                    "resources",
                    () -> resources,
                    "templates",
                    () -> {
                      throw new IllegalStateException("no templates");
                    }))));
  }
}
