package io.gatemini.spi;

import io.gatemini.config.BackendConfig;
import io.gatemini.spi.option.OptionTable;
import io.gatemini.spi.option.Options;
import io.gatemini.stability.Incubating;
import io.gatemini.stability.Stable;
import java.util.List;

/** Makes backends of one transport; its name is the {@code transport} of a configuration. */
@Stable
public interface BackendProvider extends Provider {
  /**
   * Checks what only this transport knows of a configuration.
   *
   * @throws io.gatemini.config.ConfigException naming the key and what to change
   */
  default void validate(String backend, BackendConfig config) {}

  /**
   * A configuration file of another program under the keys of {@code mcpServers}; any other as it
   * is. Called for each file that is read.
   */
  @Incubating
  default Options translated(Options file) {
    return file;
  }

  /**
   * The keys that only this transport takes. In a configuration file they stand beside those of
   * every backend, and are checked there; {@link BackendConfig#options} has their values.
   */
  default OptionTable options() {
    return OptionTable.none();
  }

  /**
   * The keys of which a backend of this transport needs one. A configuration that has one and names
   * no transport is of this one.
   */
  default List<String> impliedBy() {
    return List.of();
  }

  /**
   * How many calls a backend gets at a time where its configuration does not say; 0 for no bound.
   */
  default int maxConcurrentCalls() {
    return 0;
  }

  /**
   * Whether a backend is there at once, since nothing of it is outside of this process: it is
   * started on the thread that builds the gateway, and never pinged.
   */
  default boolean isInline() {
    return false;
  }

  /** Whether people may sign in to its backends: {@link Backend#signIn}. */
  @Incubating
  default boolean takesSignIn() {
    return false;
  }

  /** Whether there can be one instance a session, see {@link io.gatemini.config.InstanceMode}. */
  default boolean allowsDedicatedInstances() {
    return false;
  }

  /** Makes a backend; it does nothing until it is started. */
  Backend create(BackendContext context);
}
