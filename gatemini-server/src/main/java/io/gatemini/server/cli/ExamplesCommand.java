package io.gatemini.server.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.Gateway;
import io.gatemini.GatewayException;
import io.gatemini.SearchRequest;
import io.gatemini.ToolDescriptor;
import io.gatemini.config.ConfigException;
import io.gatemini.internal.text.OperatorCommand;
import io.gatemini.internal.text.VisibleText;
import io.gatemini.search.CheckedExample;
import io.gatemini.search.ToolExamples;
import io.gatemini.server.serve.ConfigLocation;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Adds pairs to the file that {@code search.examples} names, and lists them with their effect. */
@Command(
    name = "examples",
    description =
        "Find a tool by a request in your own words: gatemini examples add TOOL REQUEST; gatemini"
            + " examples list.")
final class ExamplesCommand extends GatewayCommand {
  private static final int MAX_SHOWN = 80;
  private static final Duration INDEXED = Duration.ofSeconds(30);

  @Parameters(
      arity = "1..*",
      paramLabel = "add TOOL REQUEST|list",
      description = "Adds a pair to the file of search.examples; lists its pairs.")
  List<String> words = List.of();

  @Option(names = "--json", description = "Print the list as one JSON object.")
  boolean json;

  private String file = "";

  @Override
  String input() {
    return file;
  }

  @Override
  Question question() {
    boolean adds = words.get(0).equals("add");
    if (!adds && !words.equals(List.of("list"))) {
      throw refused("write examples add TOOL \"REQUEST\", or examples list");
    }
    if (adds && words.size() != 3) {
      throw refused("add takes a tool and a request, in quotation marks: add TOOL \"REQUEST\"");
    }
    if (adds && VisibleText.line(words.get(2)).isBlank()) {
      throw refused("the request is empty; write the sentence that a person says");
    }
    file = parent.served.isPresent() ? parent.served.get().input() : named();
    ToolExamples pairs = ToolExamples.of(Path.of(file));
    if (adds) {
      pairs.check(words.get(2));
    }
    return gateway ->
        !awaitAny(gateway, adds ? ownerOf(words.get(1), gateway) : backend -> true)
            ? CommandLineMain.FAILED
            : adds ? add(pairs, gateway) : list(pairs, gateway);
  }

  /** The file of the configuration; relative ones of {@code plugins} are the caller's. */
  private String named() {
    Path config = ConfigLocation.orDefault(parent.config);
    String named =
        Gateway.builder()
            .config(config)
            .settings()
            .pluginConfigs()
            .getOrDefault("semantic", MissingNode.getInstance())
            .path("examples")
            .asText();
    if (named.isEmpty()) {
      throw new ConfigException(
          config.getFileName()
              + " names no file of pairs; add \"search\": {\"examples\": \"examples.jsonl\"}, or"
              + " where it has search, examples: examples.jsonl below");
    }
    return Path.of(named).toAbsolutePath().toString();
  }

  private int add(ToolExamples pairs, Gateway gateway) {
    ToolDescriptor tool = gateway.tool(words.get(1)).definition();
    String request = words.get(2);
    String shown = VisibleText.quoted(request.strip(), MAX_SHOWN);
    boolean known =
        pairs.read().stream()
            .filter(pair -> pair.asks(request) && pair.isFor(tool))
            .flatMap(pair -> gateway.catalog().resolve(pair.tool()).stream())
            .anyMatch(other -> other.key().equals(tool.key()));
    if (known || !pairs.add(request, tool)) {
      throw new GatewayException("%s finds %s already, by %s".formatted(shown, tool.key(), pairs));
    }
    out().println("added %s for %s to %s".formatted(shown, tool.key(), pairs));
    gateway.awaitIndexed(INDEXED);
    if (gateway.search(SearchRequest.of(request).withLimit(1)).stream()
        .noneMatch(hit -> hit.key().equals(tool.key()))) {
      err().println("gatemini: it is not first yet; " + OperatorCommand.of("examples list"));
    }
    return 0;
  }

  private int list(ToolExamples pairs, Gateway gateway) {
    List<CheckedExample> checked = CheckedExample.of(pairs, gateway);
    if (json) {
      ObjectNode listed = JsonNodeFactory.instance.objectNode().put("file", pairs.toString());
      ArrayNode rows = listed.putArray("examples");
      checked.forEach(it -> rows.add(row(it)));
      out().println(VisibleText.escaped(listed.toString()));
      return 0;
    }
    checked.forEach(this::print);
    long counting =
        checked.stream().filter(it -> it.state() == CheckedExample.State.COUNTS).count();
    out().println("%s of %s pairs count, of %s".formatted(counting, checked.size(), pairs));
    return 0;
  }

  private static ObjectNode row(CheckedExample checked) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("line", checked.pair().line())
        .put("request", checked.pair().request())
        .put("tool", checked.pair().tool())
        .put("state", checked.state().name().toLowerCase(Locale.ROOT))
        .put("remedy", checked.remedy());
  }

  private void print(CheckedExample checked) {
    String state = checked.state().name().toLowerCase(Locale.ROOT).replace('_', ' ');
    String request = VisibleText.quoted(checked.pair().request(), MAX_SHOWN);
    String tool = VisibleText.line(checked.pair().tool(), MAX_SHOWN);
    out().println("%s: %s  %s".formatted(state, tool, request));
    if (!checked.remedy().isEmpty()) {
      out().println("    line %s: %s".formatted(checked.pair().line(), checked.remedy()));
    }
  }
}
