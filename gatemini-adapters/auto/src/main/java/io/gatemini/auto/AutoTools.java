package io.gatemini.auto;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.gatemini.BackendStatus;
import io.gatemini.CatalogSnapshot;
import io.gatemini.Session;
import io.gatemini.ToolDescriptor;
import io.gatemini.internal.async.PerGeneration;
import io.gatemini.internal.catalog.ScriptNames;
import io.gatemini.internal.presentation.CatalogDigest;
import io.gatemini.internal.surface.HostHints;
import io.gatemini.internal.surface.ModelNames;
import io.gatemini.internal.surface.host.Texts;
import io.gatemini.internal.surface.meta.MetaTools;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.PromptSource;
import io.gatemini.spi.ScriptLanguage;
import io.gatemini.spi.SurfaceProvider.SurfaceContext;
import io.gatemini.spi.ToolSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The tools of the catalog where they fit into a budget, else the seven. Backends that agents
 * register do not count and are not listed: programs reach them, and each client sees the same kind
 * of list. Thread-safe.
 */
final class AutoTools implements ToolSet {
  private static final String EARLY =
      "Tools of backends that are listed beside those of this server are called by their names.\n";

  private static final String DIRECT = Texts.of(AutoTools.class, "direct.md");

  private final ToolSet meta;
  private final Budget budget;
  private final PluginContext context;
  private final SurfaceContext surface;
  private final JsonNode hints;
  private final PerGeneration<List<Tool>> direct = new PerGeneration<>(this::directTools);

  AutoTools(ToolSet meta, Budget budget, PluginContext context, SurfaceContext surface) {
    this.meta = meta;
    this.budget = budget;
    this.context = context;
    this.surface = surface;
    this.hints =
        HostHints.areOn(context, AutoSurface.NAME)
            ? JsonNodeFactory.instance.objectNode().put(HostHints.ALWAYS_LOAD, true)
            : MissingNode.getInstance();
  }

  /** Empty where the catalog does not fit, or has nothing. */
  private List<Tool> directTools(CatalogSnapshot catalog) {
    Set<String> registered =
        surface.gateway().backends().stream()
            .filter(BackendStatus::dynamic)
            .map(BackendStatus::name)
            .collect(Collectors.toSet());
    List<ToolDescriptor> own =
        catalog.tools().stream().filter(tool -> !registered.contains(tool.backend())).toList();
    return budget.fits(own, this::tokens)
        ? own.stream().<Tool>map(tool -> DirectTool.of(surface.gateway(), tool, hints)).toList()
        : List.of();
  }

  private long tokens(ToolDescriptor tool) {
    String definition = ModelNames.of(tool.key()) + tool.description() + tool.inputSchema();
    return context.tokenEstimator().estimate(definition);
  }

  private boolean isDirect() {
    return !direct.of(surface.gateway().catalog()).isEmpty();
  }

  /** The seven, which can be called at any time: a client may not have seen the newest list. */
  @Override
  public List<Tool> tools() {
    return meta.tools();
  }

  @Override
  public List<Tool> tools(CatalogSnapshot catalog) {
    List<Tool> all = new ArrayList<>(direct.of(catalog));
    if (all.isEmpty()) {
      return meta.tools();
    }
    for (Tool tool : meta.tools()) {
      if (tool.runsPrograms()) {
        all.add(new RunBeside(tool));
      } else if (isForRegistered(tool.definition().name())) {
        all.add(tool);
      }
    }
    return all;
  }

  /** Agents run programs; those that may register backends also find the tools of these. */
  private boolean isForRegistered(String name) {
    NextSteps words = meta.words();
    return surface.allowsRegistration()
        && (name.equals(words.find())
            || name.equals(words.look())
            || name.endsWith("register_manual"));
  }

  @Override
  public String instructions(CatalogSnapshot catalog) {
    List<Tool> listed = direct.of(catalog);
    if (listed.isEmpty()) {
      // The handshake may come before the catalog that it is about.
      String early = catalog.tools().isEmpty() ? EARLY : "";
      return early + meta.instructions(catalog);
    }
    ScriptLanguage language = surface.languages().get(0);
    String text =
        DIRECT
            .replace("{count}", String.valueOf(listed.size()))
            .replace("{run}", meta.words().run())
            .replace("{language}", language.title())
            .replace("{name}", listed.get(0).definition().name())
            .replace("{call}", call(catalog, language, listed.get(0)))
            .replace("{stored}", language.stored("id").map(code -> "; or " + code).orElse(""));
    int left = MetaTools.MAX_INSTRUCTIONS_LENGTH - text.length();
    return text + CatalogDigest.of(catalog, surface.gateway().backends(), Math.max(0, left));
  }

  private static String call(CatalogSnapshot catalog, ScriptLanguage language, Tool listed) {
    ToolDescriptor tool = ModelNames.find(catalog, listed.definition().name()).orElseThrow();
    String expression = ScriptNames.of(catalog, language.names()).expression(tool);
    return language.call(expression, JsonNodeFactory.instance.objectNode()).replace("{}", "{...}");
  }

  @Override
  public NextSteps words() {
    return new AutoWords(meta.words(), this::isDirect);
  }

  @Override
  public Optional<String> language() {
    return meta.language();
  }

  @Override
  public String overview() {
    return isDirect() ? instructions(surface.gateway().catalog()) : meta.overview();
  }

  @Override
  public List<Guide> guides() {
    return meta.guides();
  }

  @Override
  public List<PromptSource> prompts() {
    return meta.prompts();
  }

  @Override
  public void disconnected(Session session) {
    meta.disconnected(session);
  }
}
