package io.gatemini.spi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.gatemini.config.ConfigException;
import io.gatemini.stability.Incubating;
import io.gatemini.stability.Stable;
import io.gatemini.text.BytesTokenEstimator;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;

/** The services that the gateway lends to its plug-ins. All members are thread-safe. */
@Stable
public interface PluginContext {
  /** Runs work that may block; daemon threads, made when first needed. */
  Executor executor();

  /** Runs short work later; never block it. */
  ScheduledExecutorService scheduler();

  /** The gateway's clock. */
  Clock clock();

  /** Turns text into tokens the way search does. */
  TextAnalyzer textAnalyzer();

  /** Estimates what a model counts. */
  default TokenEstimator tokenEstimator() {
    return new BytesTokenEstimator();
  }

  /**
   * The bound on the bytes of messages in flight: readers of a pipe or a socket take their room
   * from here.
   */
  @Incubating
  default MessageMemory messageMemory() {
    return MessageMemory.unbounded();
  }

  /** The store of what is to outlive the gateway; empty where nothing is. */
  default Optional<StateStore> state() {
    return Optional.empty();
  }

  /** The store of the tokens of people who have signed in; empty where none outlive a start. */
  @Incubating
  default Optional<TokenStore> tokens() {
    return Optional.empty();
  }

  /**
   * The gateway's plug-ins of another kind, heaviest first: what was given to the builder, and what
   * was discovered unless discovery is off.
   */
  default <P extends Provider> List<P> plugins(Class<P> kind) {
    return List.of();
  }

  /**
   * A text with the secrets in place of what refers to them, for options that a host gives to a
   * plug-in itself; {@link #config} has resolved those of a configuration.
   *
   * @param path the key, for messages
   * @throws io.gatemini.config.ConfigException naming the key of a secret that cannot be had
   */
  @Incubating
  default String secret(String path, String text) {
    if (text.contains("secretref:")) {
      throw new ConfigException(path + ": secrets are resolved within a gateway alone");
    }
    return text;
  }

  /**
   * The configuration of a plug-in, also of another one, with its secrets; an empty object where
   * there is none.
   *
   * @throws io.gatemini.config.ConfigException naming the key of a secret that cannot be had
   */
  default JsonNode config(String plugin) {
    return JsonNodeFactory.instance.objectNode();
  }
}
