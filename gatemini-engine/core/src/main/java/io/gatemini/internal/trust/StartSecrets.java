package io.gatemini.internal.trust;

import io.gatemini.BackendUnavailableException;
import io.gatemini.config.BackendConfig;
import io.gatemini.internal.settings.Secrets;
import io.gatemini.spi.option.OptionTable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The secrets of backends, resolved when one starts: a configuration holds references, whatever its
 * source. Thread-safe.
 */
public final class StartSecrets {
  /** After the fault is mended, the backend or the gateway is restarted. */
  private static final Duration NEVER = Duration.ofDays(1);

  private final Secrets secrets;
  private final SecretWatch watch = new SecretWatch();

  public StartSecrets(Secrets secrets) {
    this.secrets = secrets;
  }

  /** Where the secrets of backends that have started are looked for. */
  public SecretWatch watch() {
    return watch;
  }

  /** Whether a configuration is not whole before it starts. */
  public static boolean areIn(BackendConfig config, OptionTable transport) {
    boolean[] any = new boolean[1];
    config.withSecrets(
        transport,
        (path, text) -> {
          any[0] |= Secrets.refers(text);
          return text;
        });
    return any[0];
  }

  /**
   * The configuration that a life of a backend starts with.
   *
   * @param transport the keys of the transport's own options
   * @param met receives each secret
   * @throws BackendUnavailableException naming the key of a secret that cannot be had
   */
  public BackendConfig in(BackendConfig config, OptionTable transport, Consumer<String> met) {
    List<String> resolved = new ArrayList<>();
    Consumer<String> all = met.andThen(resolved::add);
    BackendConfig whole =
        config.withSecrets(
            transport,
            (path, text) -> {
              try {
                return secrets.resolve(text, all);
              } catch (IllegalArgumentException e) {
                throw new BackendUnavailableException(path + ": " + e.getMessage(), e, NEVER);
              }
            });
    watch.add(resolved);
    watch.add(ConfiguredSecrets.named(whole));
    return whole;
  }
}
