package io.gatemini.search.host;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.partitioningBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.gatemini.CallContext;
import io.gatemini.Gateway;
import io.gatemini.GatewayException;
import io.gatemini.RawJson;
import io.gatemini.SearchHit;
import io.gatemini.SearchRequest;
import io.gatemini.Session;
import io.gatemini.Surface.SurfaceCall;
import io.gatemini.ToolResult;
import io.gatemini.spi.TextAnalyzer.Token;
import io.gatemini.text.EnglishAnalyzer;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * A scripted model in a host, with a gateway of the surface {@code meta}. It knows nothing of the
 * tools, and makes no mistake:
 *
 * <ol>
 *   <li>It searches the host with the words of the task that are no stop words. If that does not
 *       find {@code search_tools}, it loads that and {@code call_tool_chain} by name: real models
 *       give up here.
 *   <li>It calls {@code search_tools} with the task, and reads its ten rows. A row shows a call, so
 *       that {@code call_tool_chain} can run the tool in the next turn; a tool that is not among
 *       them is not found.
 *   <li>If that is not loaded, it loads it by name.
 * </ol>
 *
 * A turn is one request to the model. The tools of the host itself are not counted. Belongs to one
 * thread.
 */
public final class HostSession {
  private static final String SEARCH = "search_tools";
  private static final String RUN = "call_tool_chain";
  private static final int ROWS = 10;

  private final HostModel host;
  private final Gateway gateway;

  /** The tools by whether the first request has them. */
  private final Map<Boolean, List<ListedTool>> tools;

  /** The names of the tools that the model can call. */
  private final Set<String> callable = new HashSet<>();

  private int turn;
  private long bytes;

  /** A session of a host with a gateway whose tools can be searched. */
  public HostSession(HostModel host, Gateway gateway) {
    this.host = host;
    this.gateway = gateway;
    List<ListedTool> all = host.tools(gateway);
    this.tools = all.stream().collect(partitioningBy(tool -> host.loads(tool, all.size())));
  }

  private List<ListedTool> tools(boolean first) {
    return tools.getOrDefault(first, List.of());
  }

  /**
   * The bytes of the first request that are the gateway's: instructions, tools, names of others.
   */
  public long firstBytes() {
    String instructions = host.joins() ? "" : gateway.surface().instructions().orElse("");
    String names = tools(false).stream().map(ListedTool::name).collect(joining("\n"));
    return bytes(ListedTool.cut(instructions, host.textLimit()) + names)
        + tools(true).stream().mapToLong(this::bytes).sum();
  }

  /** Runs a task until enough tools can be called, by their keys. */
  public HostCost run(String task, Predicate<Set<String>> enough) {
    callable.clear();
    tools(true).forEach(tool -> callable.add(tool.name()));
    turn = 1;
    bytes = 0;
    boolean overlooked = false;
    long changedBytes = 0;
    if (host.offers() > 0) {
      fitting(task, host.offers()).forEach(this::load);
    }
    if (!enough.test(callable) && !callable.contains(SEARCH)) {
      turn++;
      String words =
          new EnglishAnalyzer().analyze(task).stream().map(Token::word).collect(joining(" "));
      bytes += bytes(words);
      changedBytes = host.joins() ? bytes(task + words) : 0;
      host.search(words, tools(false), gateway).forEach(this::load);
    }
    if (!enough.test(callable) && !host.joins()) {
      overlooked = !callable.contains(SEARCH);
      if (overlooked) {
        load(Set.of(SEARCH, RUN));
      }
      turn++;
      read(task);
      if (!callable.contains(RUN)) {
        load(Set.of(RUN));
      }
    }
    return new HostCost(enough.test(callable) ? turn : 0, overlooked, bytes, changedBytes);
  }

  /** Loads tools by their names. */
  private void load(Set<String> names) {
    turn++;
    tools(false).stream().filter(it -> names.contains(it.name())).forEach(this::load);
  }

  private void load(ListedTool tool) {
    bytes += callable.add(tool.name()) ? bytes(tool) : 0;
  }

  /** Calls the gateway's search; each row of its answer shows a call. */
  private void read(String task) {
    RawJson arguments =
        RawJson.of(
            JsonNodeFactory.instance.objectNode().put("task_description", task).put("limit", ROWS));
    Session session = Session.random();
    SurfaceCall call = new SurfaceCall(SEARCH, arguments, CallContext.of(session));
    ToolResult answer = gateway.surface().call(call).toCompletableFuture().join();
    gateway.endSession(session);
    if (answer.isError()) {
      throw new GatewayException("hosts are simulated with the surface meta: " + answer.text());
    }
    bytes += bytes(arguments.toString() + answer.text());
    fitting(task, ROWS).forEach(tool -> callable.add(tool.name()));
  }

  private Stream<ListedTool> fitting(String task, int limit) {
    return gateway.search(SearchRequest.of(task).withLimit(limit)).stream()
        .filter(SearchHit::fits)
        .map(hit -> ListedTool.of(hit.tool()));
  }

  private long bytes(ListedTool tool) {
    return bytes(tool.definition(host.textLimit()));
  }

  private static long bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
