package io.gatemini.mcp.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.Gateway;
import io.gatemini.Session;
import io.gatemini.UnknownPromptException;
import io.gatemini.UnknownResourceException;
import io.gatemini.content.Prompt;
import io.gatemini.content.PromptContent;
import io.gatemini.content.Resource;
import io.gatemini.content.ResourceContent;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.PromptProvider;
import io.gatemini.spi.PromptSource;
import io.gatemini.spi.ResourceProvider;
import io.gatemini.spi.ResourceSource;
import io.gatemini.spi.SourceListener;
import io.gatemini.testing.ServedGateway;
import io.gatemini.testing.TestClient;
import io.gatemini.testing.TestGateway;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Sources whose lists depend on what the client calls itself. */
class ListsByClientTest {
  private static final String VERSION = "2025-11-25";
  private static final String NAME = "tester";
  private static final int LOOKS = 3;

  /** The lists that each client sees, by its name; clients without one under {@code nobody}. */
  private final Map<String, String> shown = new ConcurrentHashMap<>();

  private final List<SourceListener> listeners = new CopyOnWriteArrayList<>();

  private final Gateway gateway =
      TestGateway.builder().plugin(new ResourcesByClient()).plugin(new PromptsByClient()).build();

  @AutoClose
  @SuppressWarnings("NullAway.Init")
  private ServedGateway served;

  private String of(Session session) {
    return shown.getOrDefault(session.clientName().orElse("nobody"), "");
  }

  private final class ResourcesByClient implements ResourceProvider, ResourceSource {
    @Override
    public String name() {
      return "by-client";
    }

    @Override
    public ResourceSource create(JsonNode config, PluginContext context, SourceListener listener) {
      listeners.add(listener);
      return this;
    }

    @Override
    public List<Resource> resources(Session session) {
      return List.of(new Resource("test://" + of(session), of(session), "", "", "text/plain"));
    }

    @Override
    public CompletionStage<ResourceContent> read(ResourceRequest request) {
      return CompletableFuture.failedFuture(new UnknownResourceException("not to be read"));
    }
  }

  private final class PromptsByClient implements PromptProvider, PromptSource {
    @Override
    public String name() {
      return "by-client";
    }

    @Override
    public PromptSource create(JsonNode config, PluginContext context, SourceListener listener) {
      listeners.add(listener);
      return this;
    }

    @Override
    public List<Prompt> prompts(Session session) {
      return List.of(new Prompt(of(session), "", "", List.of()));
    }

    @Override
    public CompletionStage<PromptContent> get(PromptRequest request) {
      return CompletableFuture.failedFuture(new UnknownPromptException("not to be had"));
    }
  }

  @BeforeEach
  void serve() {
    shown.put(NAME, "mine");
    shown.put("nobody", "others");
    served = ServedGateway.of(gateway);
  }

  private List<String> resources() {
    return served.all("resources/list", "resources", "uri").stream()
        .filter(uri -> uri.startsWith("test:"))
        .toList();
  }

  private List<String> prompts() {
    return served.all("prompts/list", "prompts", "name");
  }

  private void awaitBothNotices() {
    List<String> expected =
        new ArrayList<>(
            List.of("notifications/resources/list_changed", "notifications/prompts/list_changed"));
    while (!expected.isEmpty()) {
      String method = served.client().next().path("method").asText();
      assertThat(expected).contains(method);
      expected.remove(method);
    }
  }

  @Test
  void areThoseOfThisClient() {
    served.initialize(VERSION);

    assertThat(resources()).containsExactly("test://mine");
    assertThat(prompts()).contains("mine").doesNotContain("others");
  }

  @Test
  void areNotToldOfWithoutAChange() {
    served.initialize(VERSION);
    for (int i = 0; i < LOOKS; i++) {
      resources();
      prompts();
    }

    assertThat(served.client().nextWithin(Duration.ofSeconds(2))).isEmpty();
  }

  @Test
  void areToldOfWhenTheyChangeForThisClient() {
    served.initialize(VERSION);
    resources();
    prompts();

    shown.put(NAME, "new");
    listeners.forEach(SourceListener::listChanged);

    awaitBothNotices();
    assertThat(resources()).containsExactly("test://new");
    assertThat(prompts()).contains("new");
  }

  @Test
  void areThoseOfTheNameThatWasGivenLast() {
    served.client().send(TestClient.INITIALIZE.replace(NAME, "nobody"));
    assertThat(served.client().answer(0).has("result")).isTrue();
    served.initialize(VERSION);

    assertThat(resources()).containsExactly("test://mine");
    shown.put(NAME, "new");
    listeners.forEach(SourceListener::listChanged);
    awaitBothNotices();
  }
}
