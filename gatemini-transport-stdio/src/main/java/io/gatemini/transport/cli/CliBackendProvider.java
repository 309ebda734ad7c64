package io.gatemini.transport.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.config.BackendConfig;
import io.gatemini.config.ConfigException;
import io.gatemini.spi.Backend;
import io.gatemini.spi.BackendContext;
import io.gatemini.spi.BackendProvider;
import io.gatemini.spi.option.OptionTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Makes backends whose tools are command-line programs. Each call runs one.
 *
 * <p><b>Without a shell</b>, which is the rule, the template of a command is split into words
 * before any value is known, by the quoting rules of POSIX: white space separates; single quotes
 * keep everything; in double quotes a backslash takes the meaning from <code>$ ` " \</code>;
 * elsewhere from any character. Then <code>{{name}}</code> is replaced inside its word, once. A
 * word with an absent argument is left out, and so are all words of an optional group, <code>
 * [--limit {{limit}}]</code>, with one; a word that is only an array becomes an argument an
 * element. The program itself cannot be a parameter.
 *
 * <p><b>With {@code shell: true}</b> the template is a script for {@code sh -c}, and every value an
 * environment variable of it.
 *
 * <p>A program that exits with 0 gives a result, any other exit code one that says {@code isError},
 * with the code, stderr and stdout. A call that is cancelled or runs into its deadline ends the
 * program and all it started.
 */
public final class CliBackendProvider implements BackendProvider {
  /** A program a call: more at a time than a small machine has processors makes all slower. */
  private static final int MAX_CONCURRENT_CALLS = 5;

  /** For {@link java.util.ServiceLoader}. */
  public CliBackendProvider() {}

  @Override
  public String name() {
    return "cli-adapter";
  }

  @Override
  public OptionTable options() {
    return CliOptions.KEYS;
  }

  @Override
  public List<String> impliedBy() {
    return List.of("tools", "adapter_file");
  }

  @Override
  public void validate(String backend, BackendConfig config) {
    // Everything is checked while it is read.
    read(backend, config);
  }

  @Override
  public int maxConcurrentCalls() {
    return MAX_CONCURRENT_CALLS;
  }

  @Override
  public boolean allowsDedicatedInstances() {
    return true;
  }

  @Override
  public Backend create(BackendContext context) {
    return new CliBackend(context, read(context.name(), context.config()));
  }

  /** The faults of schemas that a call would meet; looked for on request, for it takes a while. */
  public static List<String> faults(String backend, BackendConfig config) {
    List<String> faults = new ArrayList<>();
    if (config.transport().equals("cli-adapter") && config.validateArguments()) {
      for (CommandTool tool : read(backend, config).tools()) {
        try {
          if (tool.hasOwnSchema()) {
            new InputSchema(tool.name(), tool.published().inputSchema()).checkWhole();
          }
        } catch (ConfigException e) {
          faults.add("backends." + backend + ": " + e.getMessage());
        }
      }
    }
    return faults;
  }

  private static CliOptions read(String backend, BackendConfig config) {
    CliOptions options = CliOptions.read(backend, config);
    Optional<CommandTool> checked =
        options.tools().stream()
            .filter(tool -> tool.hasOwnSchema() && config.validateArguments())
            .findFirst();
    if (checked.isPresent() && !hasValidator()) {
      throw new ConfigException(
          "tool \""
              + checked.get().name()
              + "\" has an input_schema, and there is nothing that checks arguments against it: add"
              + " com.networknt:json-schema-validator 2.x to the class path, or set"
              + " validate_arguments: false");
    }
    return options;
  }

  /** The validator is optional: hosts have other versions of it, whose classes do not fit. */
  private static boolean hasValidator() {
    try {
      Class.forName(
              "com.networknt.schema.SchemaRegistry",
              false,
              CliBackendProvider.class.getClassLoader())
          .getMethod("getSchema", JsonNode.class);
      return true;
    } catch (ReflectiveOperationException | LinkageError e) {
      return false;
    }
  }
}
