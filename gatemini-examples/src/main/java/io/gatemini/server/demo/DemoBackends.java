package io.gatemini.server.demo;

import io.gatemini.GatewayBuilder;
import io.gatemini.config.BackendConfig;
import java.time.Clock;

/** The three backends of the demo: {@code text}, {@code dates} and {@code workspace}. */
public final class DemoBackends {
  private DemoBackends() {}

  /** Adds the backends; each gateway gets a workspace of its own. */
  public static GatewayBuilder addTo(GatewayBuilder builder, Clock clock) {
    return builder
        .backend(
            "text",
            BackendConfig.inProcess()
                .description("text: count, compare, extract, encode")
                .methodsOf(new TextTools()))
        .backend("dates", DateTools.on(clock))
        .backend(
            "workspace",
            BackendConfig.inProcess()
                .description("an issue tracker and a file store")
                .methodsOf(new Workspace(clock)));
  }
}
