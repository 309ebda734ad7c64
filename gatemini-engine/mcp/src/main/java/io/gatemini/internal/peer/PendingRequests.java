package io.gatemini.internal.peer;

import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.BackendCallException;
import io.gatemini.BackendUnavailableException;
import io.gatemini.CallContext;
import io.gatemini.CallTimeoutException;
import io.gatemini.GatewayException;
import io.gatemini.InvalidArgumentsException;
import io.gatemini.ProgressListener;
import io.gatemini.RawJson;
import io.gatemini.ToolResult;
import io.gatemini.internal.async.Causes;
import io.gatemini.internal.async.Guarded;
import io.gatemini.internal.async.OwnedFuture;
import io.gatemini.internal.async.Relay;
import io.gatemini.internal.json.JsonValues;
import io.gatemini.internal.peer.StatelessForm.InputRequired;
import io.gatemini.internal.text.ForeignText;
import io.gatemini.mcp.message.JsonRpcMessage;
import io.gatemini.mcp.message.JsonRpcMessage.Slice;
import io.gatemini.mcp.message.MessageChannel;
import io.gatemini.spi.BackendCall;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The requests to one peer under ids of its own, plain numbers. An answer completes its call on the
 * reader's thread with a copy of its bytes; nothing is parsed and no thread is changed. A late
 * answer matches no request and is dropped.
 *
 * <p>A call that is completed from outside, by its deadline or by a caller who gave up, is
 * forgotten and cancelled at the peer. Thread-safe.
 *
 * <p>A request that was certainly not sent fails with a {@link BackendUnavailableException}; one
 * that was open when the connection or its exchange failed, with a {@link BackendCallException}; an
 * answer that is no result, with one that {@linkplain BackendCallException#isAnswer() is an
 * answer}.
 */
public final class PendingRequests {
  /** The ids of all others are greater. */
  private static final long INITIALIZE_ID = 0;

  private static final String TOOLS_CALL = "tools/call";

  /** The requests that no client is behind. */
  private static final Set<String> UNCALLED =
      Set.of("initialize", "ping", StatelessForm.DISCOVER, StatelessForm.LISTEN);

  /** The requests that a server may answer with questions. */
  private static final Set<String> ASKING = Set.of(TOOLS_CALL, "prompts/get", "resources/read");

  /** The request that begins a task; its answer is not that of the call. */
  private static final String TASK = "tools/call, a task";

  /** A server keeps a task without requests for it for so many milliseconds. */
  private static final RawJson AS_TASK = RawJson.parse("{\"task\":{\"ttl\":3600000}}");

  private static final System.Logger LOG = System.getLogger(PendingRequests.class.getName());

  private final MessageChannel channel;
  private final String peer;
  private final AtomicLong ids;
  private final Map<Long, Pending<?>> pending = new ConcurrentHashMap<>();

  /** Calls that wait for the end of a task, by the token of their progress. */
  private final Map<Long, Pending<?>> tasks = new ConcurrentHashMap<>();

  private volatile boolean open;

  /** The members that requests carry; null where a handshake has said them. */
  private volatile @Nullable StatelessForm form;

  private volatile @Nullable String closedReason;

  /**
   * @param peer whom it asks, in words for messages
   */
  public PendingRequests(MessageChannel channel, String peer) {
    this(channel, peer, INITIALIZE_ID);
  }

  /**
   * @param before the ids of this one are greater: a peer that outlives it, behind a proxy, must
   *     not take an answer to its questions for one to those of the next
   */
  public PendingRequests(MessageChannel channel, String peer, long before) {
    this.channel = channel;
    this.peer = peer;
    this.ids = new AtomicLong(before);
  }

  /** From here on requests go through; the handshake is over. */
  public void open() {
    open = true;
  }

  /** Calls a tool. */
  public CompletableFuture<ToolResult> call(BackendCall call) {
    return call(call, RawJson.emptyObject());
  }

  /**
   * The same with more parameters. A server without a handshake may answer with questions, which
   * fails the call with {@link InputRequired}; where the headers that went with the call are wrong,
   * it fails with a {@link PeerRefusal}.
   *
   * @param further an object
   */
  public CompletableFuture<ToolResult> call(BackendCall call, RawJson further) {
    CallContext context = call.context();
    boolean listening = context.client().progress().isListening();
    long id = ids.incrementAndGet();
    StatelessForm stateless = form;
    Pending<ToolResult> entry = new Pending<>(id, TOOLS_CALL, ToolResult::of, context);
    JsonRpcMessage message;
    try {
      RawJson meta =
          stateless == null
              ? StatelessForm.withoutForm(context.meta())
              : RawJson.of(stateless.meta(context.meta().tree()));
      message =
          JsonRpcMessages.toolCall(id, call.tool(), call.arguments(), listening, meta, further);
      if (stateless != null) {
        entry.headers = stateless.headers(call.tool(), call.arguments());
      }
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(
          new InvalidArgumentsException("the arguments cannot be written as JSON"));
    } catch (OutOfMemoryError | StackOverflowError e) {
      Guarded.log(LOG, "a call of " + peer + " was not sent", e);
      return CompletableFuture.failedFuture(
          new BackendUnavailableException("the call could not be written: " + e, e));
    }
    return entry.send(message);
  }

  /**
   * Calls a tool that its server runs as a task only (MCP 2025-11-25, tasks): asks for the task,
   * and then for its result, which comes when the task has ended. Questions, lines of a log and
   * reports of progress meanwhile are those of the call; giving it up cancels the task.
   */
  public CompletableFuture<ToolResult> callAsTask(BackendCall call) {
    long id = ids.incrementAndGet();
    CallContext context = call.context();
    boolean listening = context.client().progress().isListening();
    RawJson meta = StatelessForm.withoutForm(context.meta());
    CompletableFuture<RawJson> begun =
        new Pending<RawJson>(id, TASK, Function.identity(), context)
            .send(
                JsonRpcMessages.toolCall(
                    id, call.tool(), call.arguments(), listening, meta, AS_TASK));
    return Relay.compose(
        begun,
        (answer, failure) ->
            answer == null
                ? CompletableFuture.failedFuture(Objects.requireNonNull(failure))
                : taskResult(answer, call, id));
  }

  private CompletableFuture<ToolResult> taskResult(RawJson begun, BackendCall call, long token) {
    String task = begun.tree().at("/task/taskId").asText("");
    if (task.isEmpty()) {
      return begun.tree().path("content").isArray() || begun.tree().has("structuredContent")
          ? CompletableFuture.completedFuture(ToolResult.of(begun))
          : CompletableFuture.failedFuture(
              BackendCallException.answered(peer + " answered with neither a task nor a result"));
    }
    long id = ids.incrementAndGet();
    RawJson named = RawJson.of(JsonNodeFactory.instance.objectNode().put("taskId", task));
    Pending<ToolResult> result = new Pending<>(id, TOOLS_CALL, ToolResult::of, call.context());
    tasks.put(token, result);
    result.whenComplete(
        (answer, problem) -> {
          tasks.remove(token);
          if (problem != null && !(problem instanceof BackendCallException)) {
            var unused = request("tasks/cancel", named);
          }
        });
    return result.send(JsonRpcMessages.request(id, "tasks/result", named));
  }

  /** Sends another request. */
  public CompletableFuture<RawJson> request(String method, RawJson params) {
    return request(method, params, false);
  }

  private CompletableFuture<RawJson> request(String method, RawJson params, boolean always) {
    long id = ids.incrementAndGet();
    StatelessForm stateless = form;
    Pending<RawJson> entry = new Pending<>(id, method, Function.identity(), CallContext.local());
    RawJson whole = params;
    if (stateless != null) {
      ObjectNode tree = params.tree().deepCopy();
      tree.set("_meta", stateless.meta(tree.path("_meta")));
      whole = RawJson.of(tree);
      entry.headers = stateless.headers(method, tree);
    }
    JsonRpcMessage message = JsonRpcMessages.request(id, method, whole);
    return always ? entry.sendAlways(message) : entry.send(message);
  }

  /**
   * Asks a server whether it speaks without a handshake, before {@link #open}; from here on all
   * requests carry the form. Fails with a {@link PeerRefusal} where the server answers with an
   * error.
   */
  public CompletableFuture<RawJson> discover(StatelessForm stateless, RawJson params) {
    form = stateless;
    return request(StatelessForm.DISCOVER, params, true);
  }

  /** The server wants a handshake. */
  public void withHandshake() {
    form = null;
  }

  /**
   * Asks the client something; one that gives an error has failed, and not declined.
   *
   * @param way how messages that belong to the client's own request reach it
   */
  public CompletableFuture<Optional<RawJson>> ask(
      String method, RawJson params, Consumer<byte[]> way) {
    long id = ids.incrementAndGet();
    return new Pending<Optional<RawJson>>(id, method, Optional::of, CallContext.local(), way)
        .send(JsonRpcMessages.request(id, method, params));
  }

  /**
   * The server ends a request that is answered with news.
   *
   * @param cancelled its notification
   */
  public void cancelled(JsonRpcMessage cancelled) {
    Slice id = cancelled.requestId();
    if (id != null && id.type() == JsonToken.VALUE_NUMBER_INT) {
      String number = id.text(cancelled.buffer());
      pending.values().stream()
          .filter(it -> it.method.equals(StatelessForm.LISTEN))
          .filter(it -> Long.toString(it.id).equals(number))
          .findFirst()
          .filter(it -> pending.remove(it.id) != null)
          .ifPresent(it -> it.fail(new BackendCallException(peer + " ended its news")));
    }
  }

  /**
   * Sends the request that begins the connection, before {@link #open}. Fails with a {@link
   * PeerRefusal} where the server answers with an error.
   */
  public CompletableFuture<RawJson> initialize(RawJson params) {
    return new Pending<RawJson>(
            INITIALIZE_ID, "initialize", Function.identity(), CallContext.local())
        .sendAlways(JsonRpcMessages.request(INITIALIZE_ID, "initialize", params));
  }

  /**
   * Takes an answer.
   *
   * @return whether there is a request that it answers
   */
  public boolean answer(JsonRpcMessage envelope) {
    Pending<?> entry = pending.remove(envelope.numericId());
    if (entry != null) {
      entry.take(() -> entry.answered(envelope));
    }
    return entry != null;
  }

  /** Takes a report of progress. */
  public void progress(JsonRpcMessage envelope) {
    byte[] buffer = envelope.buffer();
    Slice token = envelope.reportToken();
    Slice params = envelope.params();
    if (token == null || params == null || token.type() != JsonToken.VALUE_NUMBER_INT) {
      return;
    }
    try {
      long number = Long.parseLong(token.text(buffer));
      Pending<?> entry = pending.getOrDefault(number, tasks.get(number));
      ProgressListener listener =
          entry == null ? ProgressListener.none() : entry.context.client().progress();
      if (listener.isListening()) {
        JsonNode report = JsonValues.parse(buffer, params.offset(), params.length());
        JsonNode total = report.path("total");
        listener.onProgress(
            report.path("progress").asDouble(),
            total.isNumber() ? OptionalDouble.of(total.asDouble()) : OptionalDouble.empty(),
            Optional.ofNullable(report.path("message").textValue()));
      }
    } catch (IOException | NumberFormatException e) {
      LOG.log(Level.DEBUG, () -> peer + ": unreadable progress: " + e.getMessage());
    }
  }

  /**
   * Takes a line for a log. It belongs to the client whose calls are open; if there are several,
   * the client is unknown, and none may read of another's call.
   *
   * @param backend the name of the one that logs
   */
  public void log(JsonRpcMessage envelope, String backend) {
    CallContext caller = null;
    for (Pending<?> entry : pending.values()) {
      if (entry.method.equals(TOOLS_CALL) || entry.method.equals(TASK)) {
        if (caller != null && !caller.session().equals(entry.context.session())) {
          return;
        }
        caller = entry.context;
      }
    }
    if (caller != null) {
      caller.client().log(BackendLogLine.read(backend, envelope));
    }
  }

  /**
   * The requests that are open for clients: those by which the peer is only listed or looked after
   * are left out.
   */
  public List<OpenCall> calls() {
    List<OpenCall> calls = new ArrayList<>();
    for (Pending<?> entry : pending.values()) {
      if (!UNCALLED.contains(entry.method) && !entry.method.endsWith("/list")) {
        calls.add(entry);
      }
    }
    return calls;
  }

  /** A request that is open at the peer, as what the peer asks meanwhile sees it. */
  public interface OpenCall {
    /** The later a request, the greater its id. */
    long id();

    CallContext context();

    /**
     * The questions that belong to it, and end with it.
     *
     * @param most how many in all
     */
    OpenQuestions questions(int most);
  }

  /**
   * An answer was not taken: the call it belongs to fails, if it can be identified.
   *
   * @param ends what is known of it
   * @param problem why, as a sentence
   * @return whether there is such a call
   */
  public boolean skipped(JsonRpcMessage ends, String problem) {
    Pending<?> entry = meant(ends);
    if (entry != null) {
      entry.fail(BackendCallException.answered(problem));
    }
    return entry != null;
  }

  /**
   * Reading a message failed with an Error: the call it answers fails, if it can be identified.
   *
   * @return whether there is such a call
   */
  public boolean unread(JsonRpcMessage ends, Throwable problem) {
    Pending<?> entry = meant(ends);
    if (entry != null) {
      entry.fail(
          new BackendCallException(
              "the answer of " + peer + " could not be read: " + problem, problem));
    }
    return entry != null;
  }

  /**
   * A message that breaks the protocol: the call that it answers fails, if it can be identified. An
   * unreadable id belongs to no call: each call waits for its own answer.
   *
   * @return whether there is such a call
   */
  public boolean invalid(JsonRpcMessage envelope) {
    Pending<?> entry = meant(envelope);
    if (entry != null) {
      entry.take(() -> entry.invalid(envelope));
    }
    return entry != null;
  }

  /**
   * Takes the request that a message seems to answer; what has a method asks by an id of its own.
   */
  private @Nullable Pending<?> meant(JsonRpcMessage message) {
    return message.method().isEmpty() ? pending.remove(message.numericId()) : null;
  }

  /**
   * Fails everything open, now and later.
   *
   * @return why it was closed first
   */
  public String close(String reason) {
    String first = Objects.requireNonNullElse(closedReason, reason);
    closedReason = first;
    for (Long id : List.copyOf(pending.keySet())) {
      Pending<?> entry = pending.remove(id);
      if (entry != null) {
        entry.take(() -> entry.gone(reason));
      }
    }
    return first;
  }

  /** A request in flight, and the future of its answer. */
  private final class Pending<T> extends OwnedFuture<T> implements OpenCall {
    private final long id;
    private final String method;
    private final Function<RawJson, T> convert;
    private final CallContext context;
    private final @Nullable Consumer<byte[]> way;
    private volatile long sentBefore;
    private volatile @Nullable CompletableFuture<Void> exchange;
    private volatile boolean unsent;
    private Map<String, String> headers = Map.of();
    private @Nullable OpenQuestions questions;

    Pending(long id, String method, Function<RawJson, T> convert, CallContext context) {
      this(id, method, convert, context, null);
    }

    /**
     * @param way how it goes; null for the channel's
     */
    Pending(
        long id,
        String method,
        Function<RawJson, T> convert,
        CallContext context,
        @Nullable Consumer<byte[]> way) {
      this.id = id;
      this.method = method;
      this.convert = convert;
      this.context = context;
      this.way = way;
    }

    @Override
    public long id() {
      return id;
    }

    @Override
    public CallContext context() {
      return context;
    }

    @Override
    public synchronized OpenQuestions questions(int most) {
      OpenQuestions known = questions;
      if (known == null) {
        OpenQuestions made = new OpenQuestions(most);
        questions = made;
        whenComplete((answer, problem) -> made.end());
        return made;
      }
      return known;
    }

    CompletableFuture<T> send(JsonRpcMessage message) {
      if (!open && closedReason == null) {
        fail(new BackendUnavailableException(peer + " is not started yet"));
        return this;
      }
      return sendAlways(message);
    }

    CompletableFuture<T> sendAlways(JsonRpcMessage message) {
      String gone = closedReason;
      if (gone != null) {
        fail(new BackendUnavailableException(gone));
        return this;
      }
      pending.put(id, this);
      sentBefore = channel.sentBytes();
      CompletableFuture<Void> sent = sending(message);
      if (!sent.isDone() || sent.isCompletedExceptionally()) {
        exchange = sent;
        sent.whenComplete((done, problem) -> sent(problem));
      }
      String goneMeanwhile = closedReason;
      if (goneMeanwhile != null && pending.remove(id) != null) {
        gone(goneMeanwhile);
      }
      return this;
    }

    private CompletableFuture<Void> sending(JsonRpcMessage message) {
      // It is pending already, and would be for ever.
      return Guarded.valueOr(
          () -> {
            if (way == null) {
              return (headers.isEmpty() ? channel.send(message) : channel.send(message, headers))
                  .toCompletableFuture();
            }
            way.accept(message.bytes());
            return CompletableFuture.completedFuture(null);
          },
          problem -> {
            if (problem instanceof Error) {
              Guarded.log(LOG, peer + " cannot be reached", problem);
            }
            return CompletableFuture.failedFuture(
                new BackendUnavailableException(
                    peer + " cannot be reached: " + problem.getMessage(), problem));
          });
    }

    /**
     * The channel reports messages that were not sent; every other message may have reached the
     * peer.
     */
    private void sent(@Nullable Throwable problem) {
      if (problem == null) {
        return;
      }
      Throwable cause = Causes.of(problem);
      unsent = cause instanceof BackendUnavailableException;
      if (unsent && channel.isEnding()) {
        // The reason follows in a moment, to every open request.
        return;
      }
      if (pending.remove(id) == null) {
        return;
      }
      fail(
          cause instanceof GatewayException
              ? cause
              : new BackendCallException(
                  peer + " did not take the call, which may have reached it: " + message(cause),
                  cause));
    }

    /** The connection is gone, and the answer with it. */
    private void gone(String reason) {
      fail(
          unsent
              ? new BackendUnavailableException(reason)
              : new BackendCallException(
                  reason + "; the call was under way and may have been carried out"));
    }

    /** Runs the completion; the request is no longer pending, so nothing else completes it. */
    void take(Runnable completion) {
      Guarded.orFail(
          completion,
          problem -> {
            Guarded.log(LOG, peer + ": an answer was lost", problem);
            fail(
                new BackendCallException(
                    "the answer of " + peer + " could not be accepted: " + problem, problem));
          });
    }

    /** One bad tool must not cost the others: the reader of a listing judges each part. */
    void invalid(JsonRpcMessage envelope) {
      JsonRpcMessage deep =
          method.equals("tools/list")
              ? JsonRpcMessage.parseDeep(envelope.buffer(), envelope.offset(), envelope.length())
              : envelope;
      if (deep.kind() == JsonRpcMessage.Kind.RESPONSE) {
        answered(deep);
      } else {
        failInvalid("message: " + deep.errorMessage());
      }
    }

    private void failInvalid(String what) {
      fail(BackendCallException.answered(peer + " answered with an invalid " + what));
    }

    void answered(JsonRpcMessage envelope) {
      byte[] buffer = envelope.buffer();
      channel.peerHasRead(sentBefore);
      Slice result = envelope.result();
      Slice error = envelope.error();
      if (error != null) {
        refused(PeerError.read(error, buffer), error, buffer);
      } else if (method.equals(TOOLS_CALL) && !envelope.contentProblem().isEmpty()) {
        failInvalid("result: " + envelope.contentProblem());
      } else if (result != null && result.isObject() && !headers.isEmpty()) {
        stateless(buffer, result);
      } else if (result != null && result.isObject()) {
        settle(convert.apply(RawJson.copyOf(buffer, result.offset(), result.length())));
      } else {
        fail(BackendCallException.answered(peer + " answered with a result that is not an object"));
      }
    }

    private void refused(PeerError refusal, Slice error, byte[] buffer) {
      String message = peer + " answered with error " + refusal.code() + ": " + refusal.message();
      boolean decides =
          method.equals("initialize")
              || method.equals(StatelessForm.DISCOVER)
              || (method.equals(TOOLS_CALL)
                  && !headers.isEmpty()
                  && refusal.code() == StatelessForm.HEADER_MISMATCH);
      if (!decides && !channel.hasExchanges() && open && LostSession.ofProcess(refusal)) {
        // The next life of the process begins with a handshake; the call has not been looked at.
        fail(new BackendUnavailableException(message));
        close(message);
        channel.abort();
        return;
      }
      PeerRefusal whole =
          new PeerRefusal(
              message, refusal.code(), RawJson.copyOf(buffer, error.offset(), error.length()));
      fail(decides ? whole : whole.shown());
    }

    private void stateless(byte[] buffer, Slice slice) {
      try {
        StatelessResult result = StatelessResult.read(method, buffer, slice);
        if (result.type().equals(StatelessResult.COMPLETE)) {
          settle(convert.apply(result.plain()));
        } else if (result.type().equals(StatelessResult.INPUT_REQUIRED)
            && ASKING.contains(method)) {
          fail(new InputRequired(result.plain()));
        } else {
          failInvalid("result: its resultType is \"" + ForeignText.name(result.type()) + "\"");
        }
      } catch (IOException e) {
        throw new UncheckedIOException("the message was read before", e);
      }
    }

    @Override
    protected void givenUp(@Nullable Throwable problem) {
      if (pending.remove(id) == null) {
        return;
      }
      ObjectNode params = JsonNodeFactory.instance.objectNode();
      params.put("requestId", id);
      params.put(
          "reason",
          problem instanceof CallTimeoutException ? "the call timed out" : "the caller gave up");
      CompletableFuture<Void> carrying = exchange;
      byte[] cancelled =
          JsonRpcMessages.notification("notifications/cancelled", RawJson.of(params));
      // By the channel: the request that a question belongs to may be over, and its way with it.
      if (headers.isEmpty() || !(channel.hasExchanges() || method.equals(StatelessForm.DISCOVER))) {
        channel.send(cancelled);
      }
      if (carrying != null) {
        carrying.cancel(true);
      }
    }
  }

  private static String message(@Nullable Throwable cause) {
    return cause == null ? "unknown" : String.valueOf(cause.getMessage());
  }
}
