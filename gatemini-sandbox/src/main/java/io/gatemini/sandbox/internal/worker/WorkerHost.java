package io.gatemini.sandbox.internal.worker;

import io.gatemini.GatewayException;
import io.gatemini.RawJson;
import io.gatemini.ToolDescriptor;
import io.gatemini.ToolResult;
import io.gatemini.sandbox.internal.typescript.Transpilers.HostTranspiler;
import io.gatemini.spi.ScriptHost;
import io.gatemini.spi.TypeScriptTranspiler.Form;
import io.gatemini.spi.TypeScriptTranspiler.Transpiled;
import java.util.AbstractList;
import java.util.LinkedHashSet;
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
import org.jspecify.annotations.Nullable;

/**
 * The gateway as a program in a worker reaches it: each request crosses to the gateway's process
 * and is answered there. The names in the program's text came with it; any other backend or tool is
 * asked for when the program names it or lists them, and kept once it exists. Thread-safe.
 */
final class WorkerHost implements ScriptHost, HostTranspiler, AutoCloseable {
  /** The questions beside calls. */
  enum Question {
    BACKENDS,
    BACKEND,
    TOOLS,
    RESOLVE,
    SEARCH,
    INFO,
    RESULT,
    TRANSPILE
  }

  /** A text with more words than this is mostly data; the names beyond are looked up when used. */
  private static final int MAX_WORDS = 2_000;

  private final int run;
  private final String client;
  private final Consumer<WorkerFrame> gateway;
  private final AtomicInteger requests = new AtomicInteger();
  private final Map<Integer, CompletableFuture<WireReader>> open = new ConcurrentHashMap<>();
  private final Map<String, ScriptBackend> backends = new ConcurrentHashMap<>();
  private final Map<ToolName, ToolDescriptor> tools = new ConcurrentHashMap<>();
  private volatile boolean closed;
  private volatile long programThread;

  /** The two names of a tool in a program. */
  private record ToolName(String backend, String tool) {}

  /**
   * @param gateway takes frames
   * @param in the program's client, then the backends behind its words, and their tools
   */
  WorkerHost(int run, Consumer<WorkerFrame> gateway, WireReader in) {
    this.run = run;
    this.gateway = gateway;
    this.client = in.text();
    for (int left = in.number(); left > 0; left--) {
      String word = in.text();
      ScriptBackend backend = named(in);
      backends.put(word, backend);
      for (ScriptTool tool : in.list(WorkerCodec::scriptTool)) {
        remember(backend.identifier(), tool.identifier(), tool);
      }
    }
  }

  /**
   * The words of a program's text that can be names of backends: found without reading the program,
   * so some of them stand in strings and comments.
   */
  static Set<String> words(String code) {
    Set<String> words = new LinkedHashSet<>();
    int end = code.length();
    for (int i = 0; i < end && words.size() < MAX_WORDS; i++) {
      if (Character.isJavaIdentifierStart(code.charAt(i))) {
        int start = i;
        while (i < end && Character.isJavaIdentifierPart(code.charAt(i))) {
          i++;
        }
        words.add(code.substring(start, i));
      }
    }
    return words;
  }

  private void remember(String backend, String name, ScriptTool tool) {
    tools.putIfAbsent(new ToolName(backend, name), tool.tool());
  }

  /** A backend whose tools are asked for when they are listed. */
  private ScriptBackend named(WireReader in) {
    String identifier = in.text();
    return new ScriptBackend(identifier, in.text(), new Listing(identifier));
  }

  /** The tools of a backend, asked for once. */
  private final class Listing extends AbstractList<ScriptTool> {
    private final String backend;
    private @Nullable List<ScriptTool> listed;

    Listing(String backend) {
      this.backend = backend;
    }

    private synchronized List<ScriptTool> listed() {
      List<ScriptTool> known = listed;
      if (known == null) {
        known = ask(Question.TOOLS, new WireWriter().text(backend)).list(WorkerCodec::scriptTool);
        // Engines look up what they list. As in the catalog, an identifier wins over an original
        // name.
        known.forEach(tool -> remember(backend, tool.identifier(), tool));
        known.forEach(tool -> remember(backend, tool.tool().originalName(), tool));
        listed = known;
      }
      return known;
    }

    @Override
    public ScriptTool get(int index) {
      return listed().get(index);
    }

    @Override
    public int size() {
      return listed().size();
    }
  }

  /** The id of the thread the program runs on; 0 until it has asked for something. */
  long programThread() {
    return programThread;
  }

  @Override
  public String client() {
    return client;
  }

  @Override
  public List<ScriptBackend> backends() {
    List<ScriptBackend> all = ask(Question.BACKENDS, new WireWriter()).list(this::named);
    all.forEach(backend -> backends.putIfAbsent(backend.identifier(), backend));
    return all;
  }

  @Override
  public Optional<ScriptBackend> backend(String name) {
    programThread = Thread.currentThread().getId();
    Optional<ScriptBackend> backend = Optional.ofNullable(backends.get(name));
    if (backend.isEmpty()) {
      backend = ask(Question.BACKEND, new WireWriter().text(name)).optional(this::named);
      backend.ifPresent(found -> backends.put(name, found));
    }
    return backend;
  }

  @Override
  public Optional<ToolDescriptor> resolve(String backend, String tool) {
    ToolName name = new ToolName(backend, tool);
    Optional<ToolDescriptor> known = Optional.ofNullable(tools.get(name));
    if (known.isEmpty()) {
      known =
          ask(Question.RESOLVE, new WireWriter().text(backend).text(tool))
              .optional(WorkerCodec::tool);
      known.ifPresent(found -> tools.put(name, found));
    }
    return known;
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
  public Optional<Transpiled> transpile(String source, Form form) {
    return ask(Question.TRANSPILE, new WireWriter().text(source).name(form))
        .optional(in -> new Transpiled(in.text(), in.list(WireReader::number)));
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

  /** Fails open requests: they will not be answered. */
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
