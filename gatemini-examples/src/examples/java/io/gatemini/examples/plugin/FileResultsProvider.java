package io.gatemini.examples.plugin;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.ResultStore;
import io.gatemini.spi.ResultStoreProvider;
import io.gatemini.spi.option.OptionKey;
import io.gatemini.spi.option.OptionTable;
import io.gatemini.spi.option.OptionType;
import io.gatemini.spi.option.Options;
import java.nio.file.Path;

/**
 * Makes the store {@code file-results}, of {@code plugins: {file-results: {directory: results}}}.
 * It is in no {@code META-INF/services}, since it would be every gateway's store then.
 */
public final class FileResultsProvider implements ResultStoreProvider {
  private static final OptionTable KEYS = new OptionTable("file-results");
  private static final OptionKey<String> DIRECTORY =
      KEYS.addRequired("directory", OptionType.text().nonBlank(), "Where the files are kept.");

  @Override
  public String name() {
    return "file-results";
  }

  @Override
  public OptionTable settings() {
    return KEYS;
  }

  @Override
  public ResultStore create(JsonNode config, Limits limits, PluginContext context) {
    String directory = KEYS.read(Options.of("plugins.file-results", config)).get(DIRECTORY);
    return new FileResults(Path.of(directory), limits, context.clock());
  }
}
