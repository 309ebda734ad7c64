package io.gatemini.examples.plugin;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.config.ConfigException;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.ResultStore;
import io.gatemini.spi.ResultStoreProvider;
import java.nio.file.Path;

/**
 * Makes the store {@code file-results}, of {@code plugins: {file-results: {directory: results}}}.
 * It is in no {@code META-INF/services}, since it would be every gateway's store then.
 */
public final class FileResultsProvider implements ResultStoreProvider {
  @Override
  public String name() {
    return "file-results";
  }

  @Override
  public ResultStore create(JsonNode config, Limits limits, PluginContext context) {
    JsonNode directory = config.path("directory");
    if (!directory.isTextual()) {
      throw new ConfigException("plugins.file-results.directory must name a directory");
    }
    return new FileResults(Path.of(directory.textValue()), limits, context.clock());
  }
}
