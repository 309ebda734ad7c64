package io.gatemini.internal.surface.meta;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.gatemini.CatalogSnapshot;
import io.gatemini.ChainRequest.Mode;
import io.gatemini.Session;
import io.gatemini.internal.presentation.CatalogDigest;
import io.gatemini.internal.settings.Transports;
import io.gatemini.internal.surface.HostHints;
import io.gatemini.internal.surface.RunTool;
import io.gatemini.internal.surface.host.Texts;
import io.gatemini.spi.BackendProvider;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.PromptSource;
import io.gatemini.spi.ScriptLanguage;
import io.gatemini.spi.SurfaceProvider;
import io.gatemini.spi.SurfaceProvider.SurfaceContext;
import io.gatemini.spi.ToolSet;
import io.gatemini.spi.option.OptionKey;
import io.gatemini.spi.option.OptionTable;
import io.gatemini.spi.option.OptionType;
import io.gatemini.spi.option.OptionValues;
import io.gatemini.spi.option.Options;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The seven meta-tools: {@code search_tools}, {@code list_tools_meta}, {@code tool_info}, {@code
 * get_required_keys_for_tool}, {@code call_tool_chain}, {@code register_manual}, {@code
 * deregister_manual}.
 */
public final class MetaTools implements ToolSet {
  public static final NextSteps WORDS = new MetaWords();

  /** The name of the surface. */
  public static final String NAME = "meta";

  /**
   * The bound of what the gateway makes, in UTF-16 code units; what a host adds is not counted.
   * Every session pays for it, and the description of {@code search_tools} lists the backends, too.
   */
  public static final int MAX_INSTRUCTIONS_LENGTH = 1_150;

  private static final String WORKFLOW = Texts.of(MetaTools.class, "workflow.md");

  private static final RunTool.Form CALL_TOOL_CHAIN =
      new RunTool.Form(WORDS.run(), "code", Optional.empty(), false, Mode.RUN);

  private static final String READS = Texts.of(MetaTools.class, "reads.md");

  private static final RunTool.Form CALL_TOOLS_READ =
      new RunTool.Form("call_tools_read", "code", Optional.empty(), false, Mode.READ_ONLY);

  /** How agents run tools. */
  private enum Entry {
    ONE,
    BY_RISK
  }

  private static final JsonNode ANY = JsonNodeFactory.instance.objectNode();

  private static final String OVERVIEW = Texts.of(MetaTools.class, "overview.md");

  private static final String OVERVIEW_OF_REGISTRATION =
      Texts.of(MetaTools.class, "overview_registration.md");

  private static final OptionTable KEYS = new OptionTable(NAME);
  private static final OptionKey<Boolean> REPEAT_DESCRIPTIONS =
      KEYS.add(
          "repeat_descriptions",
          OptionType.bool(),
          false,
          "Whether rows and schemas repeat descriptions that the session has read a moment ago.");

  private static final OptionKey<Entry> ENTRY =
      KEYS.add(
          "entry",
          OptionType.choice(Entry.class),
          Entry.ONE,
          "Whether a tool that runs only tools that read is beside the one that runs all.");

  static {
    HostHints.addTo(KEYS);
  }

  private final SurfaceContext surface;
  private final ReadDescriptions read;
  private final List<Tool> tools;
  private final String workflow;

  /** Makes the tools; a plug-in of the gateway's own. */
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
      return new MetaTools(context, surface, KEYS.read(Options.of("plugins." + NAME, config)));
    }
  }

  private MetaTools(PluginContext context, SurfaceContext surface, OptionValues values) {
    this.surface = surface;
    this.read = new ReadDescriptions(values.get(REPEAT_DESCRIPTIONS));
    ScriptLanguage language = surface.languages().get(0);
    boolean byRisk = values.get(ENTRY) == Entry.BY_RISK;
    this.workflow =
        (byRisk ? WORKFLOW + READS : WORKFLOW)
            .replace("{count}", surface.allowsRegistration() ? "seven" : "five")
            .replace("{language}", language.title())
            .replace("{call}", language.call("backend.tool", ANY).replace("{}", "{...}"))
            .replace("{stored}", language.stored("id").map(code -> "; or " + code).orElse(""));
    List<Tool> all =
        new ArrayList<>(
            List.of(
                new SearchTools(surface, context::textAnalyzer, read),
                new ListTools(surface),
                new InspectTool(surface, read),
                new RequiredKeys(surface.gateway()),
                new RunTool(surface, CALL_TOOL_CHAIN)));
    if (surface.allowsRegistration()) {
      all.add(
          new RegisterManual(
              surface.gateway(), new Transports(context.plugins(BackendProvider.class))));
      all.add(new DeregisterManual(surface.gateway()));
    }
    if (byRisk) {
      all.add(new RunTool(surface, CALL_TOOLS_READ));
    }
    this.tools = List.copyOf(all);
  }

  @Override
  public List<Tool> tools() {
    return tools;
  }

  @Override
  public void disconnected(Session session) {
    read.forget(session);
  }

  @Override
  public String instructions(CatalogSnapshot catalog) {
    // No text has more code units than bytes of UTF-8.
    int left = MAX_INSTRUCTIONS_LENGTH - workflow.length() - 1;
    String backends = CatalogDigest.of(catalog, surface.gateway().backends(), left);
    return backends.isEmpty() ? workflow : workflow + "\n" + backends;
  }

  @Override
  public NextSteps words() {
    return WORDS;
  }

  @Override
  public String overview() {
    String registration = surface.allowsRegistration() ? OVERVIEW_OF_REGISTRATION : "";
    return OVERVIEW.replace("{language}", surface.languages().get(0).title()) + registration;
  }

  @Override
  public List<Guide> guides() {
    return Guides.of(surface, WORDS);
  }

  @Override
  public List<PromptSource> prompts() {
    return List.of(new DiscoverPrompt(surface), new FindToolPrompt(surface));
  }
}
