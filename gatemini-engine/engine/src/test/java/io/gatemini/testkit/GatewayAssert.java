package io.gatemini.testkit;

import io.gatemini.BackendState;
import io.gatemini.BackendStatus;
import io.gatemini.Gateway;
import io.gatemini.SearchRequest;
import io.gatemini.ToolDescriptor;
import io.gatemini.UnknownToolException;
import java.util.List;
import java.util.stream.Collectors;
import org.assertj.core.api.AbstractAssert;

/**
 * Assertions on a gateway. They look at it as it is at that moment and wait for no backend: wait
 * with {@link Gateway#awaitReady} before, or have a {@link GatewayExtension} do it. For one thread.
 */
public final class GatewayAssert extends AbstractAssert<GatewayAssert, Gateway> {
  GatewayAssert(Gateway actual) {
    super(actual, GatewayAssert.class);
  }

  /** Every backend is healthy; the failure says of each other one why it is not. */
  public GatewayAssert isHealthy() {
    isNotNull();
    String down = down(actual);
    if (!down.isEmpty()) {
      throw failure("%nExpecting every backend to be healthy, but these are not:%n%s", down);
    }
    return this;
  }

  /**
   * A tool is in the catalog under this very key.
   *
   * @param key {@code backend.tool}
   */
  public GatewayAssert hasTool(String key) {
    isNotNull();
    if (!isKnown(actual, key)) {
      throw failure("%nExpecting a tool \"%s\":%n%s", key, unknown(actual, key));
    }
    return this;
  }

  /** No tool is in the catalog under this key. */
  public GatewayAssert hasNoTool(String key) {
    isNotNull();
    if (isKnown(actual, key)) {
      throw failure("%nExpecting no tool \"%s\", but there is one", key);
    }
    return this;
  }

  /** Searches as an agent does that states no limit: for {@value SearchRequest#DEFAULT_LIMIT}. */
  public SearchAssert search(String query) {
    return search(SearchRequest.of(query));
  }

  /** Searches with a limit, a tag or a session of its own. */
  public SearchAssert search(SearchRequest request) {
    isNotNull();
    return new SearchAssert(actual, request).as("%s", descriptionText());
  }

  static boolean isKnown(Gateway gateway, String key) {
    return gateway.catalog().tools().stream().map(ToolDescriptor::key).anyMatch(key::equals);
  }

  /** Why there is no such tool: near names, and what has not started. */
  static String unknown(Gateway gateway, String key) {
    String down = down(gateway);
    return near(gateway, key) + (down.isEmpty() ? "" : "%n  not healthy:%n%s".formatted(down));
  }

  private static String near(Gateway gateway, String key) {
    try {
      return "  the name stands for \"%s\"".formatted(gateway.tool(key).key());
    } catch (UnknownToolException e) {
      return "  " + e.getMessage();
    }
  }

  static String down(Gateway gateway) {
    List<BackendStatus> down =
        gateway.backends().stream()
            .filter(backend -> backend.state() != BackendState.HEALTHY)
            .toList();
    return down.stream()
        .map(
            backend ->
                "  %s is %s%s"
                    .formatted(
                        backend.name(),
                        backend.state(),
                        backend.reason().map(reason -> ": " + reason).orElse("")))
        .collect(Collectors.joining("\n"));
  }
}
