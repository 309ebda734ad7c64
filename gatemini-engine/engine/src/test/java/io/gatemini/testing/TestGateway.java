package io.gatemini.testing;

import io.gatemini.CallContext;
import io.gatemini.Gateway;
import io.gatemini.GatewayBuilder;
import io.gatemini.RawJson;
import io.gatemini.Session;
import io.gatemini.Surface.SurfaceCall;
import io.gatemini.ToolResult;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;

/** Gateways for tests, and calls of the tools of their surfaces. */
public final class TestGateway {
  private TestGateway() {}

  /** A builder that ignores the plug-ins on the class path. */
  public static GatewayBuilder builder() {
    return Gateway.builder().discover(false);
  }

  /** Builds a gateway and waits until every backend has started or failed. */
  public static Gateway ready(GatewayBuilder builder) {
    return ready(builder.build());
  }

  /** Waits until every backend has started or failed; closes the gateway when one does neither. */
  public static Gateway ready(Gateway gateway) {
    if (!gateway.awaitReady(Patience.LIMIT)) {
      gateway.close();
      throw new AssertionError("not ready within " + Patience.LIMIT);
    }
    return gateway;
  }

  /** The result of a tool of the surface for a local client. */
  public static ToolResult ask(Gateway gateway, String tool, String arguments) {
    return ask(gateway, Session.local(), tool, arguments);
  }

  /** The result of a tool of the surface for a local client. */
  public static ToolResult ask(Gateway gateway, String tool, RawJson arguments) {
    return ask(gateway, Session.local(), tool, arguments);
  }

  /** The result of a tool of the surface for a client. */
  public static ToolResult ask(Gateway gateway, Session session, String tool, String arguments) {
    return Patience.join(asked(gateway, session, tool, arguments));
  }

  /** The result of a tool of the surface for a client. */
  public static ToolResult ask(Gateway gateway, Session session, String tool, RawJson arguments) {
    return Patience.join(asked(gateway, session, tool, arguments));
  }

  /** Calls a tool of the surface for a client. */
  public static CompletableFuture<ToolResult> asked(
      Gateway gateway, Session session, String tool, String arguments) {
    RawJson json = RawJson.wrap(arguments.getBytes(StandardCharsets.UTF_8));
    return asked(gateway, session, tool, json);
  }

  /** Calls a tool of the surface for a client. */
  public static CompletableFuture<ToolResult> asked(
      Gateway gateway, Session session, String tool, RawJson arguments) {
    return gateway
        .surface()
        .call(new SurfaceCall(tool, arguments, CallContext.of(session)))
        .toCompletableFuture();
  }
}
