package io.gatemini.internal.surface.servers;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.CatalogSnapshot;
import io.gatemini.ChainRequest.Mode;
import io.gatemini.internal.presentation.CatalogDigest;
import io.gatemini.internal.surface.HostHints;
import io.gatemini.internal.surface.RunTool;
import io.gatemini.internal.surface.host.Texts;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.SurfaceProvider;
import io.gatemini.spi.SurfaceProvider.SurfaceContext;
import io.gatemini.spi.ToolSet;
import io.gatemini.spi.option.OptionTable;
import java.util.List;
import java.util.Optional;

/**
 * The five tools {@code list-servers}, {@code list-server-tools}, {@code tool-details}, {@code
 * inspect-tool-response} and {@code execute}.
 */
public final class ServerTools implements ToolSet {
  /** The name of the surface. */
  public static final String NAME = "servers";

  /** The bound of what the gateway makes, in UTF-8 bytes: every session pays for it. */
  static final int MAX_INSTRUCTIONS_BYTES = 1_200;

  private static final RunTool.Form EXECUTE =
      new RunTool.Form("execute", "script", Optional.of("lua"), true, Mode.RUN);

  private static final String WORKFLOW = Texts.of(ServerTools.class, "workflow.md");

  private static final OptionTable KEYS = new OptionTable(NAME);

  static {
    HostHints.addTo(KEYS);
  }

  private final SurfaceContext surface;
  private final List<Tool> tools;

  /** Makes the five tools; a plug-in of the gateway's own. */
  public static final class Provider implements SurfaceProvider {
    @Override
    public String name() {
      return NAME;
    }

    @Override
    public OptionTable settings() {
      return KEYS;
    }

    @Override
    public ToolSet create(JsonNode config, PluginContext context, SurfaceContext surface) {
      return new ServerTools(surface);
    }
  }

  private ServerTools(SurfaceContext surface) {
    this.surface = surface;
    ServerNames names = new ServerNames(surface, EXECUTE);
    this.tools =
        List.of(
            new ListServers(surface, names),
            new ListServerTools(surface, names),
            new ToolDetails(surface, names),
            new InspectResponse(surface, names),
            new RunTool(surface, EXECUTE));
  }

  @Override
  public List<Tool> tools() {
    return tools;
  }

  @Override
  public String instructions(CatalogSnapshot catalog) {
    // The workflow is ASCII: it has as many bytes as characters.
    int left = MAX_INSTRUCTIONS_BYTES - WORKFLOW.length() - 1;
    String servers = CatalogDigest.of(catalog, surface.gateway().backends(), left);
    return servers.isEmpty() ? WORKFLOW : WORKFLOW + "\n" + servers;
  }

  @Override
  public NextSteps words() {
    return new Words();
  }

  @Override
  public Optional<String> language() {
    return EXECUTE.language();
  }

  /** The five tools in the messages of the gateway. */
  private static final class Words implements NextSteps {
    @Override
    public String find() {
      return ListServerTools.NAME;
    }

    @Override
    public String list() {
      return ListServers.NAME;
    }

    @Override
    public String look() {
      return ToolDetails.NAME;
    }

    @Override
    public Optional<String> inspect() {
      return Optional.of(InspectResponse.NAME);
    }

    @Override
    public String run() {
      return EXECUTE.name();
    }

    @Override
    public String all() {
      return "five tools";
    }
  }
}
