package io.gatemini.server.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.server.install.ServerEntries;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** Adds a server to the configuration. */
@Command(
    name = "add",
    description =
        "Add a server to the configuration: gatemini add NAME -- COMMAND ARG..., or gatemini add"
            + " NAME URL. The rest of the file stays as it is.")
final class AddCommand extends EntryCommand {
  @Parameters(
      index = "1..*",
      arity = "1..*",
      paramLabel = "COMMAND|URL",
      description = "The program after --, with its arguments, or an address.")
  List<String> words = List.of();

  @Option(
      names = {"-e", "--env"},
      paramLabel = "KEY=VALUE",
      description = "A variable of the program; secretref:env:NAME keeps a secret out of the file.")
  Map<String, String> env = new LinkedHashMap<>();

  @Option(
      names = {"-H", "--header"},
      paramLabel = "NAME: VALUE",
      description = "A header for the address.")
  List<String> headers = new ArrayList<>();

  @Option(names = "--description", paramLabel = "TEXT", description = "Its purpose.")
  @Nullable String description;

  @Override
  String change(ServerEntries entries) throws IOException {
    return entries.add(name, entry(entries.isOfClient()));
  }

  private ObjectNode entry(boolean ofClient) {
    ObjectNode entry = JsonNodeFactory.instance.objectNode();
    if (description != null) {
      entry.put("description", description);
    }
    String first = words.get(0);
    boolean address = words.size() == 1 && first.matches("(?i)https?://.*");
    if (address ? !env.isEmpty() : !headers.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(),
          address
              ? "--env is for a command; an address has --header"
              : "--header is for an address");
    }
    if (address) {
      if (ofClient) {
        entry.put("type", "http"); // clients take it for a command without
      }
      entry.put("url", first);
    } else {
      entry.put("command", first);
      if (words.size() > 1) {
        words.stream().skip(1).forEach(entry.putArray("args")::add);
      }
    }
    if (!env.isEmpty()) {
      env.forEach(entry.putObject("env")::put);
    }
    if (!headers.isEmpty()) {
      ObjectNode fields = entry.putObject("headers");
      for (String header : headers) {
        int colon = header.indexOf(':');
        if (colon < 1) {
          throw new ParameterException(
              spec.commandLine(), "--header is NAME: VALUE, not \"" + header + "\"");
        }
        fields.put(header.substring(0, colon).strip(), header.substring(colon + 1).strip());
      }
    }
    return entry;
  }
}
