package io.gatemini.mcp.client;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.gatemini.BackendCallException;
import io.gatemini.BackendUnavailableException;
import io.gatemini.CallContext;
import io.gatemini.RawJson;
import io.gatemini.ToolResult;
import io.gatemini.internal.async.Causes;
import io.gatemini.internal.async.Guarded;
import io.gatemini.internal.peer.JsonRpcMessages;
import io.gatemini.internal.peer.PeerRefusal;
import io.gatemini.internal.peer.PendingRequests;
import io.gatemini.internal.peer.StatelessForm;
import io.gatemini.internal.text.ForeignText;
import io.gatemini.internal.text.TextCut;
import io.gatemini.mcp.message.JsonRpcMessage;
import io.gatemini.mcp.message.JsonRpcMessage.Slice;
import io.gatemini.mcp.message.MessageChannel;
import io.gatemini.spi.Backend;
import io.gatemini.spi.BackendCall;
import io.gatemini.spi.BackendContext;
import io.gatemini.spi.BackendFeatures;
import io.gatemini.spi.BackendTool;
import io.gatemini.spi.LogLevel;
import io.gatemini.spi.SignIn;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A backend that is an MCP server behind a {@link MessageChannel}.
 *
 * <p>The handshake, calls, listings and pings go through a {@link PendingRequests}. A listing keeps
 * each tool as the server wrote it, and survives a malformed one.
 *
 * <pre>{@code
 * Backend backend = McpBackend.over(channel, context);
 * backend.start().thenCompose(started -> backend.listTools());
 * }</pre>
 */
public final class McpBackend implements Backend {
  private static final System.Logger LOG = System.getLogger(McpBackend.class.getName());

  /** Words of titles, as the text analyzer writes them, that do not describe a server. */
  private static final Set<String> SAYING_NOTHING =
      Set.of(
          "mcp",
          "server",
          "servers",
          "example",
          "reference",
          "official",
          "model",
          "context",
          "protocol");

  private static final int DESCRIPTION_LENGTH = 120;
  private static final int SHOWN_STRAY_LENGTH = 200;

  /** A server's description of itself is kept as long as it runs. */
  private static final int MAX_HANDSHAKE_BYTES = 1024 * 1024;

  private final MessageChannel channel;
  private final BackendContext context;
  private final PendingRequests pending;
  private final ServerRequests asked;
  private final ClientRounds rounds;
  private final StatelessForm form;
  private final ServerStart start;
  private final RemoteTools tools;
  private final ServerOffers offers;
  private final CompletableFuture<Void> started = new CompletableFuture<>();
  private final AtomicBoolean opened = new AtomicBoolean();
  private volatile @Nullable ClientHandshake handshake;

  /** Where the server is asked for news; null where it has a handshake. */
  private volatile @Nullable ServerNews news;

  private volatile boolean stopping;
  private volatile int strayMessages;
  private volatile String lastStray = "";

  /** The server knows no ping: it is asked for its tools instead. */
  private volatile boolean pingedByListing;

  private McpBackend(
      MessageChannel channel,
      BackendContext context,
      ServerEras eras,
      @Nullable Function<PendingRequests, Map<String, ServerRequests.Method>> methods) {
    this.channel = channel;
    this.context = context;
    this.form = ClientHandshake.form(context.config().trust());
    this.pending = new PendingRequests(channel, "backend \"" + context.name() + "\"");
    this.start = new ServerStart(pending, context, eras, form, channel.hasExchanges());
    BackendQuestions questions = new BackendQuestions(context, pending);
    this.rounds = new ClientRounds(context.name(), questions);
    this.asked =
        new ServerRequests(
            channel,
            methods == null
                ? new QuestionTasks(context.clock()).methods(questions.methods())
                : methods.apply(pending));
    this.tools = new RemoteTools(pending, context, rounds, form, channel.hasExchanges());
    this.offers = new ServerOffers(pending, context, this::ask);
  }

  /** A backend over a channel that is not open yet. */
  public static Backend over(MessageChannel channel, BackendContext context) {
    return over(channel, context, new ServerEras());
  }

  /**
   * The same of a server that may have been spoken to before.
   *
   * @param eras remembers how; belongs to a provider
   */
  public static Backend over(MessageChannel channel, BackendContext context, ServerEras eras) {
    return new McpBackend(
        Objects.requireNonNull(channel, "channel"),
        Objects.requireNonNull(context, "context"),
        Objects.requireNonNull(eras, "eras"),
        null);
  }

  /**
   * The same with other methods that its server may ask for.
   *
   * @param methods what answers each, given the calls that are open at the server
   */
  static Backend over(
      MessageChannel channel,
      BackendContext context,
      Function<PendingRequests, Map<String, ServerRequests.Method>> methods) {
    return new McpBackend(
        Objects.requireNonNull(channel, "channel"),
        Objects.requireNonNull(context, "context"),
        new ServerEras(),
        methods);
  }

  @Override
  public CompletionStage<Void> start() {
    if (!opened.compareAndSet(false, true)) {
      return started;
    }
    started.whenComplete(
        (done, problem) -> {
          // Failed, timed out or given up by the gateway: nothing may be left behind.
          if (problem != null) {
            stop();
          }
        });
    Backend.done()
        .thenCompose(begun -> channel.open(new Incoming()))
        .thenCompose(open -> start.begin())
        .thenCompose(
            server -> server.stateless() ? agreedWithout(server.said()) : agreed(server.said()))
        .whenComplete(
            (done, problem) -> {
              if (problem == null) {
                started.complete(null);
              } else {
                failStart(problem);
              }
            });
    return started;
  }

  private CompletableFuture<Void> agreedWithout(ClientHandshake discovered) {
    ServerNews subscriptions = new ServerNews(pending, context, discovered, this::missed);
    handshake = discovered;
    tools.begin(discovered);
    pingedByListing = discovered.offers("tools") && !discovered.announcesChanges("tools");
    news = subscriptions;
    pending.open();
    offers.begin(discovered, subscriptions);
    subscriptions.begin();
    return CompletableFuture.completedFuture(null);
  }

  /** News may have been missed. */
  private void missed() {
    context.listener().toolsChanged();
    offers.fetch();
  }

  /** Over HTTP the version goes with every message from here on. */
  private CompletionStage<Void> agreed(ClientHandshake result) {
    channel.negotiated(result.protocolVersion());
    return channel
        // Servers have been seen to refuse a notification whose params are null or absent.
        .send(JsonRpcMessages.notification("notifications/initialized", RawJson.emptyObject()))
        .handle(
            (sent, problem) -> {
              if (problem != null && !channel.isEnding()) {
                throw Causes.unchecked(problem);
              }
              handshake = result;
              tools.begin(result);
              // A server that does not announce changed tools is asked for them instead of a ping.
              pingedByListing = result.offers("tools") && !result.announcesChanges("tools");
              pending.open();
              offers.begin(result, null);
              return null;
            });
  }

  private void failStart(Throwable problem) {
    started.completeExceptionally(unavailable(problem));
  }

  private BackendUnavailableException unavailable(Throwable problem) {
    Throwable met = Causes.of(problem);
    Throwable cause = met instanceof PeerRefusal refusal ? refusal.shown() : met;
    if (cause instanceof BackendUnavailableException known) {
      return known;
    }
    String reason =
        cause instanceof java.util.concurrent.TimeoutException
            ? "no answer to \"initialize\" within "
                + context.config().startTimeout().toMillis()
                + " ms"
            : String.valueOf(cause.getMessage()).replace(named(""), "it ");
    return new BackendUnavailableException(named("did not start: ") + reason + strayNote(), cause);
  }

  private String named(String what) {
    return "backend \"" + context.name() + "\" " + what;
  }

  private String strayNote() {
    return strayMessages == 0
        ? ""
        : "; it sent " + strayMessages + " lines that are not JSON-RPC, the last one: " + lastStray;
  }

  @Override
  public CompletionStage<List<BackendTool>> listTools() {
    return tools.list();
  }

  @Override
  public CompletionStage<ToolResult> call(BackendCall call) {
    return tools.call(call);
  }

  /** Sends a request that the server may answer with questions. */
  private CompletableFuture<RawJson> ask(String method, RawJson params) {
    if (news == null) {
      return pending.request(method, params);
    }
    return rounds.run(
        CallContext.local(),
        further -> {
          ObjectNode whole = params.tree().deepCopy();
          further.tree().properties().forEach(it -> whole.set(it.getKey(), it.getValue()));
          return pending.request(method, RawJson.of(whole));
        });
  }

  /**
   * A server without announcements proves its life by listing its tools, and so does one without
   * ping from then on.
   */
  @Override
  public CompletionStage<Void> ping() {
    ServerNews subscriptions = news;
    if (pingedByListing || (subscriptions != null && !subscriptions.hearsOfTools())) {
      return tools.look();
    }
    return pending
        .request(subscriptions == null ? "ping" : StatelessForm.DISCOVER, RawJson.emptyObject())
        .handle(
            (answer, problem) -> {
              Throwable cause = problem == null ? null : Causes.of(problem);
              if (cause instanceof PeerRefusal
                  || (cause instanceof BackendCallException failure && failure.isAnswer())) {
                // Any answer shows that it lives; from now on it is asked what it knows.
                pingedByListing = true;
              } else if (cause != null) {
                throw Causes.unchecked(cause);
              }
              return null;
            });
  }

  @Override
  public CompletionStage<Void> stop() {
    leave("backend \"" + context.name() + "\" was stopped");
    return channel.close();
  }

  @Override
  public CompletionStage<Void> abort(String reason) {
    leave(reason);
    return channel.abort();
  }

  private void leave(String reason) {
    stopping = true;
    started.completeExceptionally(new BackendUnavailableException(reason));
    endNews();
    pending.close(reason);
    asked.close();
  }

  private void endNews() {
    ServerNews subscriptions = news;
    if (subscriptions != null) {
      subscriptions.end();
    }
  }

  @Override
  public Duration stopTimeout() {
    return channel.closeTimeout();
  }

  @Override
  public String description() {
    ClientHandshake known = handshake;
    if (known == null) {
      return "";
    }
    return known
        .title()
        .filter(this::saysMore)
        .or(() -> known.instructions().map(McpBackend::firstSentence))
        .or(() -> known.name().filter(this::saysMore))
        .orElse("");
  }

  @Override
  public String identity() {
    ClientHandshake known = handshake;
    return known == null ? "" : known.identity();
  }

  @Override
  public String instructions() {
    ClientHandshake known = handshake;
    return known == null ? "" : known.instructions().orElse("");
  }

  /** Whether a text is more than the backend's name again. */
  private boolean saysMore(String text) {
    Set<String> words = new HashSet<>(context.textAnalyzer().tokens(text));
    context.textAnalyzer().tokens(context.name()).forEach(words::remove);
    words.removeAll(SAYING_NOTHING);
    return !words.isEmpty();
  }

  private static String firstSentence(String text) {
    String line = text.lines().findFirst().orElse("").strip();
    int end = line.indexOf(". ");
    return TextCut.shortened(end < 0 ? line : line.substring(0, end + 1), DESCRIPTION_LENGTH);
  }

  @Override
  public void logLevel(LogLevel level) {
    ClientHandshake known = handshake;
    if (known != null && known.isStateless()) {
      form.logLevel(known.offers("logging") ? level.name().toLowerCase(Locale.ROOT) : "");
    } else if (known != null && known.offers("logging")) {
      RawJson params =
          RawJson.of(
              JsonNodeFactory.instance
                  .objectNode()
                  .put("level", level.name().toLowerCase(Locale.ROOT)));
      var unused =
          pending
              .request("logging/setLevel", params)
              .exceptionally(
                  problem -> {
                    LOG.log(Level.DEBUG, () -> named("takes no log level: ") + Causes.of(problem));
                    return RawJson.emptyObject();
                  });
    }
  }

  @Override
  public BackendFeatures features() {
    return offers.offered();
  }

  @Override
  public CompletionStage<SignIn> signIn() {
    return channel.signIn();
  }

  @Override
  public CompletionStage<Boolean> signOut() {
    return channel.signOut();
  }

  @Override
  public Optional<String> signedIn() {
    return channel.signedIn();
  }

  @Override
  public OptionalLong pid() {
    return channel.pid();
  }

  @Override
  public OptionalLong memoryBytes() {
    return channel.memoryBytes();
  }

  @Override
  public List<String> stderrTail() {
    return channel.stderrTail();
  }

  /** A failure at the end keeps nothing else from ending. */
  private static void guarded(Runnable step) {
    Guarded.run(LOG, "the end of a backend failed in part", step);
  }

  /** Sorts what comes. */
  private final class Incoming implements MessageChannel.Receiver {
    @Override
    public void message(byte[] buffer, int offset, int length) {
      // A full heap: the next message may have room.
      Guarded.orFail(
          () -> message(JsonRpcMessage.parse(buffer, offset, length)),
          problem -> {
            Guarded.log(LOG, named("sent a message that could not be read"), problem);
            pending.unread(JsonRpcMessage.ofEnds(buffer, offset, length), problem);
          });
    }

    /** Half an answer is none: the call that waits for it learns why its server has ended. */
    @Override
    public void rest(byte[] buffer, int offset, int length) {
      if (JsonRpcMessage.parse(buffer, offset, length).kind() == JsonRpcMessage.Kind.INVALID) {
        stray(ForeignText.of(buffer, offset, length, SHOWN_STRAY_LENGTH));
      } else {
        message(buffer, offset, length);
      }
    }

    @Override
    public void message(JsonRpcMessage envelope) {
      message(envelope, ServerRequests.NO_CAUSE);
    }

    @Override
    public void message(JsonRpcMessage envelope, long cause) {
      // Otherwise the backend would not be read any more.
      Guarded.orFail(
          () -> sort(envelope, cause, envelope.buffer(), envelope.offset(), envelope.length()),
          problem -> {
            Guarded.log(LOG, named("sent a message that could not be handled"), problem);
            if (handshake == null && envelope.kind() == JsonRpcMessage.Kind.RESPONSE) {
              failStart(problem);
            }
          });
    }

    private void sort(JsonRpcMessage envelope, long cause, byte[] buffer, int offset, int length) {
      switch (envelope.kind()) {
        case INVALID -> {
          String line = new String(buffer, offset, length, StandardCharsets.ISO_8859_1);
          int start = line.indexOf("{\"jsonrpc\"");
          int end = line.lastIndexOf('}') + 1;
          if (start >= 0 && start < end && end - start < length) {
            message(buffer, offset + start, end - start); // beside the bar of a progress, say
          } else if (!pending.invalid(envelope)) {
            stray(ForeignText.of(buffer, offset, length, SHOWN_STRAY_LENGTH));
          }
        }
        case BATCH -> batch(buffer, offset, length);
        case RESPONSE -> {
          if (handshake == null && length > MAX_HANDSHAKE_BYTES) {
            started.completeExceptionally(
                new BackendUnavailableException(
                    named("answered \"initialize\" with more than ")
                        + MAX_HANDSHAKE_BYTES
                        + " bytes"));
          } else {
            pending.answer(envelope);
          }
        }
        case NOTIFICATION -> notification(envelope);
        case REQUEST -> {
          if (news == null) {
            asked.handle(envelope, cause);
          } else {
            // It asks by its answers. A declined question has no message of its own in the
            // protocol.
            LOG.log(Level.DEBUG, () -> context.name() + ": ignored the request " + envelope);
          }
        }
      }
    }

    /** Servers of 2025-03-26 may answer several requests at once. */
    private void batch(byte[] buffer, int offset, int length) {
      List<Slice> messages = JsonRpcMessage.elements(buffer, offset, length);
      if (messages.size() > JsonRpcMessage.MAX_BATCH
          || messages.stream().anyMatch(message -> !message.isObject())) {
        stray(ForeignText.of(buffer, offset, length, SHOWN_STRAY_LENGTH));
      } else {
        messages.forEach(message -> message(buffer, message.offset(), message.length()));
      }
    }

    private void notification(JsonRpcMessage envelope) {
      ServerNews subscriptions = news;
      switch (envelope.method()) {
        case "notifications/progress" -> pending.progress(envelope);
        case "notifications/cancelled" -> {
          if (subscriptions == null) {
            asked.cancel(envelope);
          } else {
            pending.cancelled(envelope);
          }
        }
        case ServerNews.ACKNOWLEDGED -> {
          if (subscriptions != null) {
            subscriptions.acknowledged(envelope);
          }
        }
        case "notifications/message" -> pending.log(envelope, context.name());
        case "notifications/tools/list_changed" -> context.listener().toolsChanged();
        default -> {
          if (!offers.hears(envelope)) {
            LOG.log(Level.DEBUG, () -> context.name() + ": ignored " + envelope.method());
          }
        }
      }
    }

    // One reader writes; over HTTP a count may be lost, which only a log line notices.
    @SuppressWarnings("NonAtomicVolatileUpdate")
    private void stray(String text) {
      strayMessages++;
      lastStray = text;
      // Without the text, which may contain a secret; a failing backend is reported without it.
      LOG.log(Level.DEBUG, () -> context.name() + ": a line that is not JSON-RPC");
    }

    @Override
    public void oversized(byte[] head, byte[] tail, long size) {
      noRoom(head, tail, size, "which is more than max_message_bytes allows");
    }

    @Override
    public void noRoom(byte[] head, byte[] tail, long size, String refusal) {
      String problem = named("answered with ") + size + " bytes, " + refusal;
      if (!pending.skipped(JsonRpcMessage.ofEnds(head, tail), problem)) {
        LOG.log(Level.WARNING, problem);
      }
    }

    @Override
    public void closed(String reason) {
      boolean wasRunning = started.isDone() && !started.isCompletedExceptionally();
      PeerRefusal refusal = start.refusal();
      if (refusal != null) {
        failStart(refusal);
      }
      // First, so that the handshake's request says nothing of a call that may have been made.
      guarded(
          () ->
              started.completeExceptionally(
                  new BackendUnavailableException(
                      named("did not start: ") + reason.replace(named(""), "it ") + strayNote())));
      guarded(McpBackend.this::endNews);
      guarded(() -> pending.close(reason));
      guarded(asked::close);
      if (wasRunning && !stopping) {
        context.listener().exited(pending.close(reason));
      }
    }
  }
}
