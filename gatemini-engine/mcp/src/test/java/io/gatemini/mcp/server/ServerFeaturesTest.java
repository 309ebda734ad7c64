package io.gatemini.mcp.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.RawJson;
import io.gatemini.Surface.Icon;
import io.gatemini.Surface.ServerInfo;
import io.gatemini.testing.Served;
import io.gatemini.testing.TestSurface;
import io.gatemini.testing.Values;
import io.gatemini.testing.Words;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The features that a client learns of. */
class ServerFeaturesTest extends WireTest {
  @Test
  void offersWhatTheSurfaceHas() {
    JsonNode capabilities = served.client.initialize().at("/result/capabilities");

    assertThat(capabilities)
        .isEqualTo(
            RawJson.parse(
                    """
                    {"completions": {}, "logging": {}, "prompts": {"listChanged": true},
                     "resources": {"subscribe": true, "listChanged": true},
                     "tools": {"listChanged": true}}
                    """)
                .tree());
  }

  @Test
  void offersNothingThatTheSurfaceHasNot() {
    try (Served bare = new Served(new TestSurface(), context.scheduler())) {
      JsonNode capabilities = bare.client.initialize().at("/result/capabilities");

      assertThat(capabilities.fieldNames()).toIterable().containsOnly("tools", "logging");
      for (String method :
          List.of(
              Words.of(
                  """
                  resources/list | resources/templates/list | resources/read | resources/subscribe
                  resources/unsubscribe | prompts/list | prompts/get | completion/complete
                  """))) {
        assertThat(code(bare.ask(method, "{}"))).as(method).isEqualTo(-32601);
      }
      assertThat(bare.ask("logging/setLevel", "{\"level\":\"debug\"}").has("result")).isTrue();
    }
  }

  @Test
  void showsWhereToReadMoreAndAPicture() {
    surface.server(
        new ServerInfo(
            "n",
            "T",
            "1",
            Optional.of("https://example.org/"),
            List.of(new Icon("data:image/svg+xml;base64,AA==", "image/svg+xml", List.of("any")))));

    try (Served other = new Served(surface, context.scheduler())) {
      assertThat(other.client.initialize().at("/result/serverInfo"))
          .isEqualTo(
              RawJson.parse(
                      """
                      {"name": "n", "title": "T", "version": "1",
                       "websiteUrl": "https://example.org/",
                       "icons": [{"src": "data:image/svg+xml;base64,AA==",
                                  "mimeType": "image/svg+xml", "sizes": ["any"]}]}
                      """)
                  .tree());
    }
  }

  @Values(
      """
      tools/list | resources/list | resources/subscribe | prompts/get | completion/complete
      logging/setLevel | no/such
      """)
  void comesFirst(String method) {
    assertThat(code(served.ask(method, "{}"))).isEqualTo(-32600);
  }
}
