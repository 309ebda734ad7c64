package io.gatemini.internal.surface;

import io.gatemini.Gateway;
import io.gatemini.RawJson;
import io.gatemini.SearchRequest;
import io.gatemini.config.BackendConfig;
import io.gatemini.examples.fuzz.LinearTime;
import io.gatemini.search.lint.CatalogLint;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Descriptions of tools by backends, wherever they are shown. */
@Tag("long")
class HostileDescriptionsTest {
  /** Jackson takes no longer names. */
  private static final int LONGEST_NAME = 5_000;

  @Test
  void showsToolsInLinearTime() {
    LinearTime.of(
        text -> {
          try (Gateway gateway =
              Gateway.builder()
                  .executor(Runnable::run)
                  .backend("b", BackendConfig.inProcess().tool("t", text, schema(text), args -> ""))
                  .build()) {
            gateway.tool("b.t");
            gateway.typescript("b");
            gateway.search(SearchRequest.of("end of head"));
          }
        });
  }

  @Test
  void checksToolsInLinearTime() {
    LinearTime.of(
        100_000, // some forty patterns read each text
        text -> {
          try (Gateway gateway =
              Gateway.builder()
                  .executor(Runnable::run)
                  .backend("b", BackendConfig.inProcess().tool("t", text, "{}", args -> ""))
                  .build()) {
            CatalogLint.of(gateway);
          }
        });
  }

  @Test
  void searchesInLinearTime() {
    try (Gateway gateway =
        Gateway.builder()
            .executor(Runnable::run)
            .backend(
                "files", BackendConfig.inProcess().tool("read", "Reads the end.", "{}", args -> ""))
            .build()) {
      LinearTime.of(gateway::search);
    }
  }

  private static String name(String text) {
    // Nor half a character in one.
    String start = text.substring(0, Math.min(text.length(), LONGEST_NAME));
    return RawJson.ofValue(start.replaceAll("\\p{Cs}|[\ud800-\udfff]", "x")).toString();
  }

  private static String schema(String text) {
    String quoted = RawJson.ofValue(text).toString();
    return "{\"type\":\"object\",\"description\":"
        + quoted
        + ",\"properties\":{\"a\":{\"type\":\"string\",\"default\":"
        + quoted
        + ",\"description\":"
        + quoted
        + "},"
        + name(text)
        + ":{\"enum\":["
        + quoted
        + ",1]}}}";
  }
}
