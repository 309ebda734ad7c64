package io.gatemini.search;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.config.ConfigException;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.Retriever;
import io.gatemini.spi.RetrieverProvider;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Retrievers that the configuration of another one names. Each is created with its own
 * configuration; one whose {@code enabled} is false is left out with a line in the log.
 *
 * @param key where the names stand in the configuration, for messages
 * @param excluded names that make no sense there
 */
record NamedRetrievers(String key, Set<String> excluded, PluginContext context) {
  private static final Logger LOG = System.getLogger(NamedRetrievers.class.getName());

  /**
   * @throws ConfigException when one is unknown, excluded or named twice
   */
  List<Retriever> create(List<String> names) {
    List<Retriever> retrievers = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (String name : names) {
      if (!seen.add(name)) {
        throw new ConfigException(key + ": \"" + name + "\" is named twice");
      }
      RetrieverProvider provider = provider(name);
      JsonNode its = context.config(name);
      if (its.path("enabled").asBoolean(true)) {
        retrievers.add(provider.create(its, context));
      } else {
        LOG.log(Level.INFO, "{0}: {1} is disabled and left out", key, name);
      }
    }
    return retrievers;
  }

  private RetrieverProvider provider(String name) {
    return usable().stream()
        .filter(provider -> provider.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new ConfigException(
                    key
                        + ": there is no retriever \""
                        + name
                        + "\" to use; name one of "
                        + known()
                        + ", or add the jar of your own, whose META-INF/services/"
                        + RetrieverProvider.class.getName()
                        + " names its class (the server looks in its folder plugins)"));
  }

  private List<RetrieverProvider> usable() {
    return context.plugins(RetrieverProvider.class).stream()
        .filter(provider -> !excluded.contains(provider.name()))
        .toList();
  }

  /** The names that can be used. */
  String known() {
    return usable().stream().map(RetrieverProvider::name).collect(Collectors.joining(", "));
  }

  boolean has(String name) {
    return usable().stream().anyMatch(provider -> provider.name().equals(name));
  }
}
