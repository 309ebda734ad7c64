package io.gatemini.internal.surface.servers;

import io.gatemini.Surface.SurfaceCall;
import io.gatemini.Surface.SurfaceTool;
import io.gatemini.ToolResult;
import io.gatemini.internal.surface.Arguments;
import io.gatemini.internal.surface.MetaTool;
import io.gatemini.internal.surface.servers.ServerNames.Server;
import io.gatemini.internal.text.VisibleText;
import io.gatemini.spi.SurfaceProvider.SurfaceContext;
import java.util.concurrent.CompletableFuture;

/** {@code list-servers}: all servers, also those that failed, and why. */
record ListServers(SurfaceContext surface, ServerNames names) implements MetaTool {
  static final String NAME = "list-servers";

  private static final int MAX_TEXT_LENGTH = 500;

  private static final SurfaceTool DEFINITION =
      MetaTool.definition(ListServers.class, NAME, MetaTool.LOOKS);

  @Override
  public SurfaceTool definition() {
    return DEFINITION;
  }

  @Override
  public String example() {
    return "{}";
  }

  @Override
  public CompletableFuture<ToolResult> call(SurfaceCall call) {
    Page<Server> page =
        Page.of(this, Arguments.read(this, call.arguments()), names.servers(), Server::identifier);
    StringBuilder text = new StringBuilder("Available MCP Servers: " + page.all() + "\n");
    text.append(ServerNames.remark(surface.missing()));
    for (Server server : page.shown()) {
      boolean usable = server.status().available() || !server.tools().isEmpty();
      text.append(usable ? "\n[*] " : "\n[X] ").append(server.identifier());
      line(text, "Name", VisibleText.name(server.status().name()));
      server.status().identity().ifPresent(said -> line(text, "Server", said));
      server.status().description().ifPresent(said -> line(text, "Description", said));
      if (usable) {
        line(text, "Tools", Integer.toString(server.tools().size()));
        surface
            .gateway()
            .instructions(server.status().name())
            .ifPresent(said -> line(text, "Instructions", said));
      }
      if (!server.status().available()) {
        line(text, usable ? "State" : "Error", server.reason());
      }
      text.append('\n');
    }
    text.append(
        page.all() == 0
            ? "\nNo server is configured."
            : "\n"
                + page.more()
                + "Next: "
                + ListServerTools.NAME
                + " with one of these identifiers.");
    return CompletableFuture.completedFuture(ToolResult.text(text.toString()));
  }

  private static void line(StringBuilder text, String label, String said) {
    text.append("\n   ").append(label).append(": ").append(VisibleText.line(said, MAX_TEXT_LENGTH));
  }
}
