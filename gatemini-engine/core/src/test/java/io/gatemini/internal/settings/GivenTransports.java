package io.gatemini.internal.settings;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.spi.Backend;
import io.gatemini.spi.BackendContext;
import io.gatemini.spi.BackendProvider;
import io.gatemini.spi.option.OptionTable;
import io.gatemini.spi.option.OptionType;
import java.time.Duration;
import java.util.List;

/** Transports with the keys of those that are shipped in other modules. */
public record GivenTransports(String name, List<String> impliedBy, OptionTable options)
    implements BackendProvider {
  public static final List<BackendProvider> PROVIDERS =
      List.of(
          new GivenTransports("stdio", List.of("command"), stdio()),
          new GivenTransports("streamable-http", List.of("url"), http()),
          new GivenTransports("cli-adapter", List.of("tools", "adapter_file"), cli()));

  public static final Transports ALL = new Transports(PROVIDERS);

  private static OptionTable stdio() {
    OptionTable options = new OptionTable("");
    grace(options);
    options.add("max_message_bytes", OptionType.integer(1024, 1 << 30), "Bytes.");
    return options;
  }

  private static OptionTable http() {
    OptionTable options = new OptionTable("");
    options.add("max_message_bytes", OptionType.integer(1024, 1 << 30), "Bytes.");
    OptionTable oauth = new OptionTable("oauth");
    oauth.add("client_id", OptionType.secretText(), "A name.");
    oauth.add("client_secret", OptionType.secretText(), "A secret.");
    oauth.add("scopes", OptionType.secretTexts(), "Names.");
    options.add("oauth", OptionType.section(oauth, oauth::read), "Tokens.");
    return options;
  }

  private static OptionTable cli() {
    OptionTable options = new OptionTable("");
    options.add("tools", OptionType.verbatim(object()), "Tools.");
    options.add("adapter_file", OptionType.path(), "A file.");
    options.add("health_check", OptionType.verbatim(object()), "A command.");
    grace(options);
    options.add("max_output_bytes", OptionType.integer(1024, 1 << 30), "Bytes.");
    return options;
  }

  private static void grace(OptionTable options) {
    options.add(
        "shutdown_grace_period", OptionType.duration(Duration.ofSeconds(55), "why"), "Time.");
  }

  private static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  @Override
  public Backend create(BackendContext context) {
    throw new UnsupportedOperationException("only its keys are asked for");
  }
}
