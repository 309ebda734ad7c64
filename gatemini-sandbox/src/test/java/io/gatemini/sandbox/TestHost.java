package io.gatemini.sandbox;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.gatemini.RawJson;
import io.gatemini.ToolDescriptor;
import io.gatemini.ToolResult;
import io.gatemini.UnknownToolException;
import io.gatemini.spi.BackendTool;
import io.gatemini.spi.ScriptHost;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;

/** A host of three backends whose tools answer what a test says. */
public class TestHost implements ScriptHost {
  final List<String> calls = Collections.synchronizedList(new ArrayList<>());
  final Set<String> lookups = Collections.synchronizedSet(new LinkedHashSet<>());
  private final BiFunction<String, RawJson, CompletionStage<ToolResult>> tools;

  public TestHost(BiFunction<String, RawJson, CompletionStage<ToolResult>> tools) {
    this.tools = tools;
  }

  /** Every tool answers its arguments. */
  public static TestHost echo() {
    return new TestHost(
        (tool, arguments) ->
            CompletableFuture.completedFuture(ToolResult.text(arguments.toString())));
  }

  @Override
  public List<ScriptBackend> backends() {
    return List.of(
        backend("demo", "demo", "echo", "other-tool"),
        backend("my_backend", "my-backend", "web-search"),
        backend("JSON_2", "JSON", "stringify"));
  }

  private static ScriptBackend backend(String identifier, String name, String... tools) {
    return new ScriptBackend(
        identifier,
        name,
        List.of(tools).stream()
            .map(tool -> new ScriptTool(tool.replace('-', '_'), definition(name, tool)))
            .toList());
  }

  public static ToolDescriptor definition(String backend, String tool) {
    return new ToolDescriptor(
        backend + "." + tool,
        backend,
        BackendTool.of(tool, "", JsonNodeFactory.instance.objectNode()));
  }

  @Override
  public Optional<ScriptBackend> backend(String name) {
    lookups.add(name);
    return backends().stream()
        .filter(backend -> backend.identifier().equals(name) || backend.name().equals(name))
        .findFirst();
  }

  @Override
  public RawJson result(String id) {
    if (!id.equals("r1")) {
      throw new UnknownToolException("no result " + id);
    }
    return RawJson.parse("{\"kept\":[1,2]}");
  }

  @Override
  public Optional<ToolDescriptor> resolve(String backend, String tool) {
    lookups.add(backend + "." + tool);
    return backend(backend).stream()
        .flatMap(found -> found.tools().stream())
        .filter(
            found -> found.identifier().equals(tool) || found.tool().originalName().equals(tool))
        .map(ScriptTool::tool)
        .findFirst();
  }

  @Override
  public CompletionStage<ToolResult> call(String tool, RawJson arguments) {
    calls.add(tool + arguments);
    return tools.apply(tool, arguments);
  }

  @Override
  public RawJson search(String query, int limit) {
    return RawJson.parse("[]");
  }

  @Override
  public RawJson info(String tool) {
    if (!tool.startsWith("demo.")) {
      throw new UnknownToolException("no tool " + tool);
    }
    return RawJson.parse("{\"name\":\"" + tool + "\"}");
  }

  @Override
  public void log(String line) {}
}
