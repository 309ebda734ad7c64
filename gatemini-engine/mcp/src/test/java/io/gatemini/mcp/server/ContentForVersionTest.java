package io.gatemini.mcp.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.RawJson;
import io.gatemini.ToolResult;
import io.gatemini.testing.Pairs;
import io.gatemini.testing.TestClient;
import io.gatemini.testing.TestSurface;
import io.gatemini.testing.Values;
import java.util.concurrent.CompletableFuture;

/** One answer as clients of each version of the protocol receive it. */
class ContentForVersionTest extends ServedTest {
  private static final String LINK =
      """
      {"type":"resource_link","name":"report","uri":"file:///r.csv","mimeType":"text/csv",
       "annotations":{"audience":["user"]}}\
      """;
  private static final String LINK_AS_TEXT =
      """
      {"type":"text","text":"[resource link \\"report\\" file:///r.csv]",
       "annotations":{"audience":["user"]}}\
      """;
  private static final String AUDIO =
      "{\"type\":\"audio\",\"data\":\"AAAA\",\"mimeType\":\"audio/wav\"}";
  private static final String AUDIO_AS_TEXT =
      "{\"type\":\"text\",\"text\":\"[audio audio/wav, 4 base64 characters]\"}";
  private static final String EVERY_VERSION =
      """
      {"type":"text","text":"resource_link"},
       {"type":"image","data":"AAAA","mimeType":"image/png"},
       {"type":"resource","resource":{"uri":"file:///a","text":"A"}}\
      """;

  ContentForVersionTest() {
    super(
        new TestSurface()
            .tool("old", call -> answer(EVERY_VERSION))
            .tool("new", call -> answer(EVERY_VERSION + "," + LINK + "," + AUDIO)));
  }

  private static CompletableFuture<ToolResult> answer(String blocks) {
    return CompletableFuture.completedFuture(ToolResult.of(RawJson.parse(result(blocks))));
  }

  private static String result(String blocks) {
    return "{\"_meta\":{\"n\":1.50},\"content\":["
        + blocks
        + "],\"structuredContent\":{\"x\":[0.10]},\"isError\":false}";
  }

  private JsonNode call(String version, String tool) {
    served.client.send(TestClient.INITIALIZE.replace("2025-11-25", version));
    served.client.next();
    served.client.send(TestClient.INITIALIZED);
    served.client.call(1, tool, "{}");
    return served.client.next().get("result");
  }

  private void assertNew(String version, String link, String audio) {
    assertThat(call(version, "new"))
        .isEqualTo(RawJson.parse(result(EVERY_VERSION + "," + link + "," + audio)).tree());
  }

  @Values("2024-11-05 | 2025-03-26 | 2025-06-18 | 2025-11-25 | 2099-01-01")
  void isAllOfItWhereNothingIsNewerThanTheVersion(String version) {
    assertThat(call(version, "old")).isEqualTo(RawJson.parse(result(EVERY_VERSION)).tree());
  }

  @Values("2025-06-18 | 2025-11-25 | 2099-01-01")
  void keepsLinksAndSoundForWhoKnowsThem(String version) {
    assertNew(version, LINK, AUDIO);
  }

  @Pairs("2025-03-26 -> false | 2024-11-05 -> true")
  void saysInATextWhatTheClientDoesNotKnow(String version, boolean withoutAudio) {
    assertNew(version, LINK_AS_TEXT, withoutAudio ? AUDIO_AS_TEXT : AUDIO);
  }
}
