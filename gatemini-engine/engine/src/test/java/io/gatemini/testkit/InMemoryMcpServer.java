package io.gatemini.testkit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.gatemini.CallContext;
import io.gatemini.RawJson;
import io.gatemini.Surface.SurfaceCall;
import io.gatemini.ToolHandler;
import io.gatemini.config.BackendConfig;
import io.gatemini.mcp.client.McpBackend;
import io.gatemini.mcp.message.MessageChannel;
import io.gatemini.mcp.server.SurfaceServer;
import io.gatemini.spi.Backend;
import io.gatemini.spi.BackendContext;
import io.gatemini.spi.BackendProvider;
import io.gatemini.spi.BackendTool;
import io.gatemini.testing.LineChannel;
import io.gatemini.testing.MemoryPipe;
import io.gatemini.testing.TestContext;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * An MCP server in the process of the test, which a gateway takes as a backend. They exchange the
 * messages of the protocol, over a pipe in memory: no program is started and no port opened. Its
 * tools are lambdas and can change; it can hold calls, die and come back; it keeps what it was
 * called with.
 *
 * <pre>{@code
 * try (InMemoryMcpServer billing = InMemoryMcpServer.named("billing");
 *     Gateway gateway =
 *         Gateway.builder().plugin(billing).backend("billing", billing.config()).build()) {
 *   billing.tool("refund", "Refund an invoice.", args -> "refunded " + args.get("invoice").asText());
 *   gateway.awaitReady(Duration.ofSeconds(60));
 *   gateway.call("billing.refund", Map.of("invoice", "A-17"));
 *   billing.calls().get(0).arguments().tree().get("invoice");
 * }
 * }</pre>
 *
 * <p>Thread-safe. Tools run on daemon threads of the server, until it is closed.
 */
public final class InMemoryMcpServer implements BackendProvider, AutoCloseable {
  private static final int LONGEST_MESSAGE = 16 << 20;
  private static final int PATIENCE_SECONDS = 60;

  private final String name;
  private final TestContext context;
  private final ServedTools served;
  private final List<Call> calls = new CopyOnWriteArrayList<>();
  private final BlockingQueue<Call> unseen = new LinkedBlockingQueue<>();
  private final Map<String, Hold> held = new ConcurrentHashMap<>();
  private final List<MessageChannel> connections = new CopyOnWriteArrayList<>();
  private boolean down;

  private InMemoryMcpServer(String name) {
    this.name = name;
    this.context = new TestContext(name, BackendConfig.of(name())).withThreads();
    this.served = new ServedTools(name, context, this::called);
  }

  /** A call that arrived; its arguments are as they came. */
  public record Call(String tool, RawJson arguments) {}

  /**
   * A server without tools.
   *
   * @param name what it says its name is; two servers of one gateway have two
   */
  public static InMemoryMcpServer named(String name) {
    return new InMemoryMcpServer(Objects.requireNonNull(name, "name"));
  }

  /** The configuration of a backend that is this server, in a gateway that has it as a plug-in. */
  public BackendConfig config() {
    return BackendConfig.of(name());
  }

  /**
   * Adds a tool that takes any arguments, or replaces the one of its name, and notifies clients.
   */
  public InMemoryMcpServer tool(String tool, String description, ToolHandler handler) {
    return tool(
        BackendTool.of(
            tool, description, JsonNodeFactory.instance.objectNode().put("type", "object")),
        handler);
  }

  /** The same with a schema of the arguments, as JSON text. */
  public InMemoryMcpServer tool(
      String tool, String description, String inputSchema, ToolHandler handler) {
    return tool(BackendTool.of(tool, description, RawJson.parse(inputSchema).tree()), handler);
  }

  /** The same with everything that can be said of a tool. A handler that throws has failed. */
  public InMemoryMcpServer tool(BackendTool definition, ToolHandler handler) {
    served.put(definition, ToolHandler.of((args, call) -> answer(definition, handler, args, call)));
    return this;
  }

  private @Nullable Object answer(
      BackendTool tool, ToolHandler handler, JsonNode arguments, CallContext call)
      throws Exception {
    Hold hold = held.get(tool.name());
    if (hold != null) {
      hold.released.await();
    }
    return handler.handle(arguments, call);
  }

  /**
   * Removes a tool and notifies clients.
   *
   * @throws IllegalArgumentException when there is none of this name
   */
  public InMemoryMcpServer removeTool(String tool) {
    served.remove(tool);
    return this;
  }

  /** The instructions for clients that connect from now on. */
  public InMemoryMcpServer instructions(String text) {
    served.instructions = Optional.of(text);
    return this;
  }

  /**
   * Has the calls of a tool wait from now on, until they are released: {@link #nextCall} then
   * returns when one has arrived.
   */
  public Hold hold(String tool) {
    Hold hold = new Hold(tool);
    if (held.putIfAbsent(tool, hold) != null) {
      throw new IllegalStateException("the calls of \"" + tool + "\" are held already");
    }
    return hold;
  }

  /** Calls that wait. */
  public final class Hold implements AutoCloseable {
    private final String tool;
    private final CountDownLatch released = new CountDownLatch(1);

    private Hold(String tool) {
      this.tool = tool;
    }

    /** Lets them go on, and those that come after. Idempotent. */
    @Override
    public void close() {
      held.remove(tool, this);
      released.countDown();
    }
  }

  private void called(SurfaceCall made) {
    Call call = new Call(made.tool(), made.arguments());
    calls.add(call);
    unseen.add(call);
  }

  /** Every call that has arrived, in order. */
  public List<Call> calls() {
    return List.copyOf(calls);
  }

  /**
   * Waits for the first call that this method has not returned yet.
   *
   * @throws AssertionError when none comes within {@value #PATIENCE_SECONDS} s
   */
  public Call nextCall() {
    try {
      Call call = unseen.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
      if (call == null) {
        throw new AssertionError(
            "\"%s\" was not called within %d s".formatted(name, PATIENCE_SECONDS));
      }
      return call;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted while waiting for a call", e);
    }
  }

  /** Breaks every connection, as a server does that dies; a client can connect again at once. */
  public void die() {
    List<MessageChannel> open = List.copyOf(connections);
    connections.removeAll(open);
    open.forEach(MessageChannel::close);
  }

  /** The same; new connections fail until {@link #comeBack}. */
  public void goDown() {
    synchronized (this) {
      down = true;
    }
    die();
  }

  /** Ends what {@link #goDown} began. */
  public synchronized void comeBack() {
    down = false;
  }

  /**
   * The client's end of a new connection, for a client of the test's own. It is not opened yet;
   * while the server is down it ends as soon as it is.
   */
  public MessageChannel connect() {
    MemoryPipe toServer = new MemoryPipe();
    MemoryPipe toClient = new MemoryPipe();
    MessageChannel server =
        LineChannel.over(name + "-server", toServer.in, toClient.out, LONGEST_MESSAGE);
    synchronized (this) {
      if (down) {
        server.close();
      } else {
        connections.add(server);
        SurfaceServer.of(served, context.scheduler()).serve(server);
      }
    }
    return LineChannel.over(name + "-client", toClient.in, toServer.out, LONGEST_MESSAGE);
  }

  /** The name of its transport. */
  @Override
  public String name() {
    return "in-memory-" + name;
  }

  @Override
  public Backend create(BackendContext context) {
    return McpBackend.over(connect(), context);
  }

  /** Breaks all connections and ends what runs. Close the gateway before. */
  @Override
  public void close() {
    goDown();
    held.values().forEach(Hold::close);
    served.close();
    context.close();
  }
}
