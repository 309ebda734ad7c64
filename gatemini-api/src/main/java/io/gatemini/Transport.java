package io.gatemini;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.gatemini.spi.PluginContext;
import io.gatemini.spi.Provider;
import io.gatemini.spi.TransportProvider;
import java.util.Comparator;
import java.util.ServiceLoader;

/** A way for clients to reach the surface of a gateway. */
public interface Transport {
  /** The name it is configured under. */
  String name();

  /** Opens the surface to clients; returns when clients can come. */
  Exposure open(Surface surface, PluginContext context);

  /**
   * MCP over this process's stdin and stdout.
   *
   * @throws ConfigException when {@code gatemini-transport-stdio} is not on the class path
   */
  static Transport stdio() {
    return named("stdio", "gatemini-transport-stdio");
  }

  private static Transport named(String name, String artifact) {
    return ServiceLoader.load(TransportProvider.class).stream()
        .map(ServiceLoader.Provider::get)
        .filter(provider -> provider.name().equals(name))
        .max(Comparator.comparingInt(Provider::weight))
        .orElseThrow(
            () ->
                new ConfigException(
                    "the transport \""
                        + name
                        + "\" is not on the class path; add io.gatemini:"
                        + artifact))
        .create(JsonNodeFactory.instance.objectNode());
  }
}
