package io.gatemini.sandbox.internal.worker;

import io.gatemini.GatewayException;
import io.gatemini.RawJson;
import io.gatemini.ToolDescriptor;
import io.gatemini.ToolResult;
import io.gatemini.spi.ScriptHost;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The gateway as a program in a worker reaches it: each request crosses to the gateway's process
 * and is answered there. The backends that the program's text mentions came with it. Thread-safe.
 */
final class WorkerHost implements ScriptHost, AutoCloseable {
  /** The questions beside calls. */
  enum Question {
    BACKENDS,
    BACKEND,
    RESOLVE,
    SEARCH,
    INFO,
    RESULT
  }

  private final int run;
  private final Consumer<WorkerFrame> gateway;
  private final Function<Integer, ScriptBackend> backendNumbered;
  private final Set<String> words;
  private final AtomicInteger requests = new AtomicInteger();
  private final Map<Integer, CompletableFuture<WireReader>> open = new ConcurrentHashMap<>();
  private final Map<String, Optional<ScriptBackend>> known = new ConcurrentHashMap<>();
  private volatile boolean closed;
  private volatile long programThread;

  /**
   * @param gateway takes frames
   * @param backendNumbered the backend that came under a number
   * @param mentioned the backends behind {@code words}
   * @param words the names that were looked up before the program was sent
   */
  WorkerHost(
      int run,
      Consumer<WorkerFrame> gateway,
      Function<Integer, ScriptBackend> backendNumbered,
      List<ScriptBackend> mentioned,
      Set<String> words) {
    this.run = run;
    this.gateway = gateway;
    this.backendNumbered = backendNumbered;
    this.words = words;
    for (ScriptBackend backend : mentioned) {
      known.put(backend.name(), Optional.of(backend));
    }
    for (ScriptBackend backend : mentioned) {
      known.put(backend.identifier(), Optional.of(backend));
    }
  }

  /** The id of the thread the program runs on; 0 until it has asked for something. */
  long programThread() {
    return programThread;
  }

  @Override
  public List<ScriptBackend> backends() {
    return ask(Question.BACKENDS, new WireWriter()).list(this::numbered);
  }

  @Override
  public Optional<ScriptBackend> backend(String name) {
    programThread = Thread.currentThread().getId();
    Optional<ScriptBackend> backend = known.get(name);
    if (backend == null) {
      backend =
          words.contains(name)
              ? Optional.empty()
              : ask(Question.BACKEND, new WireWriter().text(name)).optional(this::numbered);
      known.put(name, backend);
    }
    return backend;
  }

  private ScriptBackend numbered(WireReader in) {
    return backendNumbered.apply(in.number());
  }

  @Override
  public Optional<ToolDescriptor> resolve(String backend, String tool) {
    List<ScriptTool> tools = backend(backend).map(ScriptBackend::tools).orElse(List.of());
    // As in the catalog: an original name that equals another tool's identifier does not win.
    Optional<ToolDescriptor> here =
        tools.stream()
            .filter(candidate -> candidate.identifier().equals(tool))
            .findFirst()
            .or(
                () ->
                    tools.stream()
                        .filter(candidate -> candidate.tool().originalName().equals(tool))
                        .findFirst())
            .map(ScriptTool::tool);
    return here.isPresent()
        ? here
        : ask(Question.RESOLVE, new WireWriter().text(backend).text(tool))
            .optional(WorkerCodec::tool);
  }

  @Override
  public CompletionStage<ToolResult> call(String tool, RawJson arguments) {
    programThread = Thread.currentThread().getId();
    int request = requests.incrementAndGet();
    CompletableFuture<WireReader> answer = new CompletableFuture<>();
    CompletableFuture<ToolResult> result = answer.thenApply(WorkerHost::result);
    send(WorkerFrame.Type.CALL, request, answer, new WireWriter().text(tool).json(arguments));
    result.whenComplete(
        (value, failure) -> {
          if (open.remove(request) != null) {
            gateway.accept(WorkerFrame.of(WorkerFrame.Type.CANCEL, run, request));
          }
        });
    return result;
  }

  private static ToolResult result(WireReader in) {
    ToolResult result = ToolResult.of(in.json());
    return in.flag() ? ToolResult.string(result.text()) : result;
  }

  @Override
  public RawJson search(String query, int limit) {
    return ask(Question.SEARCH, new WireWriter().text(query).number(limit)).json();
  }

  @Override
  public RawJson info(String tool) {
    return ask(Question.INFO, new WireWriter().text(tool)).json();
  }

  @Override
  public RawJson result(String id) {
    return ask(Question.RESULT, new WireWriter().text(id)).json();
  }

  @Override
  public void log(String line) {
    gateway.accept(
        new WorkerFrame(WorkerFrame.Type.LOG, run, 0, new WireWriter().text(line).toByteArray()));
  }

  private WireReader ask(Question question, WireWriter details) {
    programThread = Thread.currentThread().getId();
    CompletableFuture<WireReader> answer = new CompletableFuture<>();
    WireWriter body = new WireWriter().name(question).raw(details.toByteArray());
    send(WorkerFrame.Type.ASK, requests.incrementAndGet(), answer, body);
    try {
      return answer.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new GatewayException("the program was stopped", e);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof GatewayException known
          ? known
          : new GatewayException("the gateway failed; its log says why", e);
    }
  }

  private void send(
      WorkerFrame.Type type, int request, CompletableFuture<WireReader> answer, WireWriter body) {
    open.put(request, answer);
    gateway.accept(new WorkerFrame(type, run, request, body.toByteArray()));
    if (closed) {
      close();
    }
  }

  /** Takes the answer to a request. */
  void answered(int request, WireReader answer) {
    CompletableFuture<WireReader> waiting = open.remove(request);
    if (waiting == null) {
      return;
    }
    if (answer.flag()) {
      waiting.complete(answer);
    } else {
      waiting.completeExceptionally(WorkerCodec.failure(answer));
    }
  }

  /** Fails what is still open: nobody will answer it. */
  @Override
  public void close() {
    closed = true;
    open.keySet()
        .forEach(
            request -> {
              CompletableFuture<WireReader> waiting = open.remove(request);
              if (waiting != null) {
                waiting.completeExceptionally(new GatewayException("the program has ended"));
              }
            });
  }
}
