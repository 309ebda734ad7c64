package io.gatemini.transport.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.ConfigException;
import io.gatemini.spi.option.Option;
import io.gatemini.spi.option.OptionKey;
import io.gatemini.spi.option.OptionSource;
import io.gatemini.spi.option.OptionTable;
import io.gatemini.spi.option.OptionType;
import io.gatemini.spi.option.OptionValues;
import io.gatemini.spi.option.Options;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The configuration of a backend of this transport.
 *
 * @param tools in the order they were written
 * @param healthCheck what exits with 0 while the tools work
 * @param grace from TERM to KILL
 * @param maxOutputBytes of one run
 */
record CliOptions(
    List<CommandTool> tools,
    Optional<ArgumentTemplate> healthCheck,
    Duration grace,
    int maxOutputBytes) {
  static final Duration DEFAULT_GRACE_PERIOD = Duration.ofSeconds(5);
  static final int DEFAULT_MAX_OUTPUT_BYTES = 10 * 1024 * 1024;

  /** The keys of a backend. */
  static final OptionTable KEYS = new OptionTable("");

  // A shell or a program may read these itself: a ${...} in them is no variable of ours.
  private static final OptionKey<JsonNode> TOOLS =
      KEYS.add(
          "tools",
          OptionType.verbatim(toolsSchema()),
          "Command-line tools by name. Nothing in them is expanded by the gateway but {{name}}.");
  private static final OptionKey<Path> ADAPTER_FILE =
      KEYS.add(
          "adapter_file",
          OptionType.path(),
          "A YAML or JSON file with tools and a health_check; keys here override it.");
  private static final OptionKey<JsonNode> HEALTH_CHECK =
      KEYS.add(
          "health_check",
          OptionType.verbatim(JsonNodeFactory.instance.objectNode().put("type", "string")),
          "A command line that exits with 0 while the tools work, run at the start and at "
              + "every ping.");
  private static final OptionKey<Duration> GRACE_PERIOD =
      KEYS.add(
          "shutdown_grace_period",
          OptionType.duration(Duration.ofSeconds(55), "a gateway that closes waits no longer"),
          DEFAULT_GRACE_PERIOD,
          "The time for a program to end after TERM; at most 55s.");
  private static final OptionKey<Integer> MAX_OUTPUT_BYTES =
      KEYS.add(
          "max_output_bytes",
          OptionType.integer(1024, 1 << 30),
          DEFAULT_MAX_OUTPUT_BYTES,
          "A program that writes more than this to stdout is stopped.");

  private static final Set<String> FILE_KEYS = Set.of(TOOLS.name(), HEALTH_CHECK.name());

  CliOptions {
    tools = List.copyOf(tools);
  }

  private static ObjectNode toolsSchema() {
    ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", "object");
    schema.set("additionalProperties", ToolDefinitions.KEYS.schema());
    return schema;
  }

  /**
   * Reads them, and the adapter file if there is one.
   *
   * @throws ConfigException naming the key and what to change
   */
  static CliOptions read(String backend, BackendConfig config) {
    Options options = Options.of("backends." + backend, config.options());
    OptionValues values = KEYS.read(options);
    if (!config.command().isEmpty() || config.url().isPresent()) {
      throw options.invalid("a backend of command-line tools has \"tools\", no command and no url");
    }
    Optional<Options> file = values.find(ADAPTER_FILE).map(path -> file(options, path));
    ToolDefinitions tools = new ToolDefinitions(config.timeout(), isWindows());
    options.get(TOOLS.name()).ifPresent(tools::add);
    file.flatMap(at -> at.get(TOOLS.name())).ifPresent(tools::add);
    if (tools.all().isEmpty()) {
      throw options.invalid(
          "there are no tools; define some under \"tools\", or name a file that does in"
              + " \"adapter_file\"");
    }
    Optional<Option> healthCheck =
        options.get(HEALTH_CHECK.name()).or(() -> file.flatMap(at -> at.get(HEALTH_CHECK.name())));
    return new CliOptions(
        tools.all(),
        healthCheck.map(CliOptions::healthCheck),
        values.get(GRACE_PERIOD),
        values.get(MAX_OUTPUT_BYTES));
  }

  static boolean isWindows() {
    return System.getProperty("os.name", "").startsWith("Windows");
  }

  private static Options file(Options options, Path file) {
    String name = String.valueOf(file.getFileName());
    try {
      Options read = Options.read(file, OptionSource.verbatim(name), "tools");
      read.allow(FILE_KEYS);
      return read;
    } catch (ConfigException e) {
      throw options.get(ADAPTER_FILE.name()).orElseThrow().located(e);
    }
  }

  private static ArgumentTemplate healthCheck(Option at) {
    ArgumentTemplate template = ToolDefinitions.template(at, ArgumentTemplate::parse);
    if (!template.parameters().isEmpty()) {
      throw at.invalid(
          "a health check has no parameters; remove {{"
              + template.parameters().iterator().next()
              + "}}");
    }
    return template;
  }
}
