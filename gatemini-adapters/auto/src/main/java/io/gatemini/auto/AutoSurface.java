package io.gatemini.auto;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.internal.surface.HostHints;
import io.gatemini.internal.surface.meta.MetaTools;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.SurfaceProvider;
import io.gatemini.spi.ToolSet;
import io.gatemini.spi.option.OptionKey;
import io.gatemini.spi.option.OptionTable;
import io.gatemini.spi.option.OptionType;
import io.gatemini.spi.option.OptionValues;
import io.gatemini.spi.option.Options;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/** Makes the surface {@code auto}; its settings are {@code plugins.auto}. Thread-safe. */
public final class AutoSurface implements SurfaceProvider {
  /** The name of the surface. */
  public static final String NAME = "auto";

  private static final OptionTable KEYS = new OptionTable(NAME);
  private static final OptionKey<Integer> MAX_TOKENS =
      KEYS.add(
          "max_tokens",
          OptionType.integer(0, Integer.MAX_VALUE),
          8_000,
          "The largest catalog whose tools are listed directly, in estimated tokens.");
  private static final OptionKey<Integer> MAX_TOOLS =
      KEYS.add("max_tools", OptionType.integer(0, 1_000), 40, "The same as a number of tools.");

  static {
    HostHints.addTo(KEYS);
  }

  /** Whether the catalog is too large, by gateway: all views of one have the same surface. */
  private final Map<PluginContext, AtomicBoolean> tooLarge = new WeakHashMap<>();

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
    OptionValues values = KEYS.read(Options.of("plugins." + NAME, config));
    ToolSet meta =
        new MetaTools.Provider().create(context.config(MetaTools.NAME), context, surface);
    AtomicBoolean large;
    synchronized (tooLarge) {
      large = tooLarge.computeIfAbsent(context, gateway -> new AtomicBoolean());
    }
    Budget budget = new Budget(values.get(MAX_TOKENS), values.get(MAX_TOOLS), large);
    return new AutoTools(meta, budget, context, surface);
  }
}
