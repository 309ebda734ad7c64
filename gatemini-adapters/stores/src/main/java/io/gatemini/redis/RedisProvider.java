package io.gatemini.redis;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.config.ConfigException;
import io.gatemini.spi.Provider;
import io.gatemini.spi.option.OptionKey;
import io.gatemini.spi.option.OptionTable;
import io.gatemini.spi.option.OptionType;
import io.gatemini.spi.option.OptionValues;
import io.gatemini.spi.option.Options;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * What the plug-ins of this package have in common, without a type of Lettuce: their settings are
 * read where it is missing, too.
 */
abstract class RedisProvider implements Provider {
  private static final String ADVICE =
      "add io.lettuce:lettuce-core with its dependencies to the class path, or their jars to"
          + " plugins beside the server's lib";

  private final String name;
  private final OptionTable keys;
  private final OptionKey<String> url;
  private final OptionKey<String> prefix;

  RedisProvider(String name) {
    this.name = name;
    keys = new OptionTable(name);
    url =
        keys.addRequired(
            "url",
            OptionType.secretText().nonBlank().check(RedisProvider::faultOfUrl),
            "The server, with user and password if any; ?timeout=2s bounds each command, 5 s by"
                + " default.");
    prefix =
        keys.add(
            "key_prefix",
            OptionType.text().nonBlank(),
            "gatemini",
            "The start of each key; gateways with equal ones share their data.");
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final boolean isOptIn() {
    return true;
  }

  @Override
  public final OptionTable settings() {
    return keys;
  }

  /**
   * Makes a store.
   *
   * @param make takes the address and the prefix of the keys
   * @throws ConfigException when a part of Lettuce is missing
   */
  final <S> S store(JsonNode config, BiFunction<String, String, S> make) {
    OptionValues values = keys.read(Options.of("plugins." + name, config));
    try {
      return make.apply(values.get(url), values.get(prefix));
    } catch (LinkageError e) {
      throw new ConfigException(
          "plugins." + name + " needs Lettuce, of which a part is missing; " + ADVICE, e);
    }
  }

  private static Optional<String> faultOfUrl(String url) {
    try {
      return RedisClients.faultOfUrl(url);
    } catch (LinkageError e) {
      return Optional.of("needs Lettuce, which is missing; " + ADVICE);
    }
  }
}
