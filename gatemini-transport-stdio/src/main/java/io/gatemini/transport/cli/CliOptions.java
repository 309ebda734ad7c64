package io.gatemini.transport.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.BackendConfig;
import io.gatemini.ConfigException;
import io.gatemini.internal.config.DocumentFile;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What a configuration says of a backend of this transport.
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

  /** A gateway that closes waits a minute for a backend and no longer; what is left would stay. */
  private static final Duration LONGEST_GRACE_PERIOD = Duration.ofSeconds(55);

  private static final String GRACE_PERIOD = "shutdown_grace_period";
  static final int DEFAULT_MAX_OUTPUT_BYTES = 10 * 1024 * 1024;

  private static final int LEAST_OUTPUT_BYTES = 1024;
  private static final int MOST_OUTPUT_BYTES = 1024 * 1024 * 1024;
  private static final String HEALTH_CHECK = "health_check";
  private static final List<String> FILE_KEYS = List.of("tools", HEALTH_CHECK);
  private static final List<String> KEYS =
      List.of("tools", "adapter_file", HEALTH_CHECK, GRACE_PERIOD, "max_output_bytes");

  CliOptions {
    tools = List.copyOf(tools);
  }

  /**
   * Reads them, and the adapter file if there is one.
   *
   * @throws ConfigException naming the key and what to change
   */
  static CliOptions read(String backend, BackendConfig config) {
    Definition options = new Definition("backends." + backend, config.options());
    options.allow(KEYS);
    if (!config.command().isEmpty() || config.url().isPresent()) {
      throw options.wrong("a backend of command-line tools has \"tools\", no command and no url");
    }
    Optional<Definition> file = options.text("adapter_file").map(path -> file(options, path));
    ToolDefinitions tools = new ToolDefinitions(config.timeout(), isWindows());
    options.member("tools").ifPresent(tools::add);
    if (file.isPresent()) {
      file.get().allow(FILE_KEYS);
      file.get().member("tools").ifPresent(tools::add);
    }
    if (tools.all().isEmpty()) {
      throw options.wrong(
          "there are no tools; define some under \"tools\", or name a file that does in"
              + " \"adapter_file\"");
    }
    Optional<Definition> healthCheck =
        options.member(HEALTH_CHECK).isPresent() ? Optional.of(options) : file;
    return new CliOptions(
        tools.all(),
        healthCheck.flatMap(CliOptions::healthCheck),
        gracePeriod(options),
        options
            .integer("max_output_bytes", LEAST_OUTPUT_BYTES, MOST_OUTPUT_BYTES)
            .orElse(DEFAULT_MAX_OUTPUT_BYTES));
  }

  private static Duration gracePeriod(Definition options) {
    Duration period = options.duration(GRACE_PERIOD).orElse(DEFAULT_GRACE_PERIOD);
    if (period.compareTo(LONGEST_GRACE_PERIOD) > 0) {
      throw options
          .at(GRACE_PERIOD)
          .wrong(
              "this must be at most "
                  + LONGEST_GRACE_PERIOD.toSeconds()
                  + " s; a gateway that closes waits no longer");
    }
    return period;
  }

  static boolean isWindows() {
    return System.getProperty("os.name", "").startsWith("Windows");
  }

  private static Definition file(Definition options, String path) {
    Path file;
    try {
      file =
          path.equals("~") || path.startsWith("~/")
              ? Path.of(System.getProperty("user.home"), path.substring(1))
              : Path.of(path);
    } catch (InvalidPathException e) {
      throw options.at("adapter_file").wrong("this is not a path");
    }
    try {
      JsonNode document = DocumentFile.read(file, "tools");
      return new Definition(String.valueOf(file.getFileName()), document);
    } catch (ConfigException e) {
      throw new ConfigException(
          options.at("adapter_file").path() + ": " + e.getMessage(), e.getCause());
    }
  }

  private static Optional<ArgumentTemplate> healthCheck(Definition from) {
    Optional<String> command = from.text(HEALTH_CHECK);
    if (command.isEmpty()) {
      return Optional.empty();
    }
    Definition at = from.at(HEALTH_CHECK);
    ArgumentTemplate template = at.template(() -> ArgumentTemplate.parse(command.get()));
    if (!template.parameters().isEmpty()) {
      throw at.wrong(
          "a health check has no parameters; remove {{"
              + template.parameters().iterator().next()
              + "}}");
    }
    return Optional.of(template);
  }
}
