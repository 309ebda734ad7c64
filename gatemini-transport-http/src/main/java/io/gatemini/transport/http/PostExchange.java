package io.gatemini.transport.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.BackendCallException;
import io.gatemini.BackendUnavailableException;
import io.gatemini.GatewayException;
import io.gatemini.RawJson;
import io.gatemini.internal.async.Causes;
import io.gatemini.internal.async.Guarded;
import io.gatemini.internal.peer.ErrorAnswer;
import io.gatemini.internal.peer.LostSession;
import io.gatemini.mcp.message.JsonRpcMessage;
import io.gatemini.mcp.message.JsonRpcMessage.Kind;
import io.gatemini.transport.http.internal.client.BoundedBytes;
import io.gatemini.transport.http.internal.client.ContentType;
import io.gatemini.transport.http.internal.client.ErrorText;
import io.gatemini.transport.http.internal.client.ExchangeFailures;
import io.gatemini.transport.http.internal.client.Origin;
import java.lang.System.Logger;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.eclipse.jetty.client.Response;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.jspecify.annotations.Nullable;

/**
 * One message on its way to the server, and the answer to it.
 *
 * <p>{@link #future()} completes when a notification or a response was accepted, or when the answer
 * to a request was delivered; it fails as soon as it is clear that there will be none. Ending the
 * future from outside abandons the exchange.
 *
 * <p>The message is posted again only where the server has said that it did not act on it: it
 * redirects, does not know the session any more (once), wants another token (once), or speaks the
 * older HTTP+SSE (once).
 */
final class PostExchange {
  private static final Logger LOG = System.getLogger(PostExchange.class.getName());

  /** One for a trailing slash, one for a moved path; more is a loop. */
  private static final int MAX_REDIRECTS = 3;

  /** With these the status is the answer, whatever the body looks like. */
  private static final Set<Integer> TURNED_AWAY =
      Set.of(
          HttpStatus.UNAUTHORIZED_401,
          HttpStatus.FORBIDDEN_403,
          HttpStatus.TOO_MANY_REQUESTS_429,
          HttpStatus.SERVICE_UNAVAILABLE_503);

  /** After these an older server is not looked for: its stream would be refused, too. */
  private static final Set<Integer> ALL_REFUSED =
      Set.of(
          HttpStatus.UNAUTHORIZED_401,
          HttpStatus.TOO_MANY_REQUESTS_429,
          HttpStatus.SERVICE_UNAVAILABLE_503);

  /** A sentence about a session is short. */
  private static final int LONGEST_DENIAL = 2_000;

  private final EndpointClient client;
  private final HttpMessageChannel session;
  private final JsonRpcMessage sent;
  private final Consumer<JsonRpcMessage> inbox;
  private final Map<String, String> headers;
  private final boolean handshake;
  private final CompletableFuture<Void> future = new CompletableFuture<>();
  private volatile @Nullable PostAttempt attempt;
  private volatile @Nullable ResumedStream resumed;
  private int redirects;
  private volatile @Nullable URI elsewhere;
  private volatile @Nullable CompletionStage<Void> handshakeBefore;
  private boolean sessionRenewed;
  private boolean denied;
  private boolean tokenRenewed;

  /**
   * @param headers that it has beside those of the endpoint; none in a session
   * @param handshake makes a session, so that it does not wait for one
   */
  PostExchange(
      EndpointClient client,
      HttpMessageChannel session,
      JsonRpcMessage sent,
      Consumer<JsonRpcMessage> inbox,
      Map<String, String> headers,
      boolean handshake) {
    this.client = client;
    this.session = session;
    this.sent = sent;
    this.inbox = inbox;
    this.headers = headers;
    this.handshake = handshake;
  }

  CompletableFuture<Void> future() {
    return future;
  }

  /** Whether the caller has given up, or has its answer. */
  boolean isDone() {
    return future.isDone();
  }

  /** Sends; called once. */
  void start() {
    future.whenComplete(
        (done, failure) -> {
          if (failure != null) {
            abandon(failure);
          }
        });
    post();
  }

  /** Fails the exchange because the channel ends. */
  void channelEnded(String reason) {
    PostAttempt current = attempt;
    boolean kept = current == null || current.withdraw();
    fail(kept ? new BackendUnavailableException(reason) : new BackendCallException(reason));
  }

  /** There will be no answer, for a reason. */
  void fail(GatewayException reason) {
    future.completeExceptionally(reason);
  }

  /** There will be no answer because this side met a mistake of its own. */
  void failed(Throwable problem) {
    Guarded.log(LOG, "an exchange with " + authority() + " failed", problem);
    fail(
        new BackendCallException(
            "the answer of " + authority() + " could not be accepted: " + problem, problem));
  }

  /** A 2xx answer begins. */
  void accepted(PostAttempt by, Response response) {
    if (sent.method().equals("initialize")) {
      Endpoint.sessionIn(response).ifPresent(client.endpoint()::session);
    }
    if (sent.kind() != Kind.REQUEST || session.isLegacy()) {
      // Accepted is all it needs to be; what else comes is read for the messages in it.
      by.lingerAtMost();
      future.complete(null);
    }
  }

  /** An event of the answer; true when it is the last that matters. */
  boolean event(String type, byte[] data, int length) {
    if (!type.equals("message") || length == 0) {
      return false;
    }
    List<JsonRpcMessage> messages = JsonRpcMessage.messages(data, length);
    if (messages.isEmpty()) {
      client.ignored("an event that is not a JSON-RPC message");
    }
    if (resumed == null && deniesSession(attempt, HttpStatus.OK_200, messages, data, length)) {
      denied = true;
      return true;
    }
    messages.forEach(inbox);
    boolean answers = answers(messages);
    if (answers) {
      future.complete(null);
    }
    return answers;
  }

  /** The events of an answer are over, in order or not. */
  void streamEnded(ServerSentEvents events, @Nullable Throwable failure) {
    if (future.isDone()) {
      return;
    }
    if (denied) {
      denied = false;
      renewSession();
      return;
    }
    if (ExchangeFailures.hasCause(failure, BoundedBytes.TooLargeException.class)
        || events.lastEventId().isEmpty()
        || !headers.isEmpty()) {
      fail(
          failure == null
              ? ExchangeFailures.unanswered(authority(), true)
              : ExchangeFailures.exchange(authority(), true, true, failure));
      return;
    }
    ResumedStream next = new ResumedStream(client, this, events);
    resumed = next;
    next.schedule();
  }

  /** The whole body of a 2xx answer is there. */
  void single(BoundedBytes body, ContentType contentType) {
    List<JsonRpcMessage> messages = messages(body);
    if (!future.isDone()
        && deniesSession(attempt, HttpStatus.OK_200, messages, body.array(), body.length())) {
      renewSession();
      return;
    }
    for (JsonRpcMessage message : messages) {
      if (message.answers(sent) || !message.isOutcome() || session.isLegacy()) {
        inbox.accept(message);
      }
    }
    if (answers(messages)) {
      future.complete(null);
    } else if (!future.isDone()) {
      boolean other = messages.stream().anyMatch(m -> m.isOutcome() || !m.method().isEmpty());
      fail(notAnAnswer(other, body, contentType));
    }
  }

  /** An answer with a status that is not 2xx. */
  void refused(PostAttempt by, Response response) {
    if (future.isDone()) {
      return;
    }
    int status = response.getStatus();
    BoundedBytes body = by.error();
    List<JsonRpcMessage> messages = messages(body);
    Optional<JsonRpcMessage> answer = answer(messages);
    if (HttpStatus.isRedirection(status) && status != HttpStatus.NOT_MODIFIED_304) {
      redirected(response);
    } else if (!response.getHeaders().contains(HttpHeader.WWW_AUTHENTICATE)
        && deniesSession(by, status, messages, body.array(), body.length())) {
      renewSession();
    } else if (!tokenRenewed && StatusFailures.wantsToken(response)) {
      tokenRenewed = true;
      if (by.headers().isEmpty() || client.hasGrant()) {
        renewToken(by, response);
      } else {
        again(() -> session.renewHeaders(by.headers()), unchanged -> renewToken(by, response));
      }
    } else if (answer
        .filter(it -> !TURNED_AWAY.contains(status) || deniesSession(it, false))
        .isPresent()) {
      messages.forEach(inbox);
      future.complete(null);
    } else {
      GatewayException refusal =
          StatusFailures.status(authority(), response, by.contentType(), body, client.hasGrant());
      if (sent.method().equals("initialize") && !handshake && !ALL_REFUSED.contains(status)) {
        again(
            session::fallBack,
            failure ->
                fail(
                    Causes.of(failure) instanceof BackendUnavailableException known
                            && known.isLasting()
                        ? known
                        : refusal));
      } else {
        fail(refusal);
      }
    }
  }

  private void renewToken(PostAttempt by, Response response) {
    attempt = null;
    client
        .renewToken(by.token(), response)
        .whenComplete(
            (done, failure) -> {
              if (failure != null) {
                failWith(failure);
              } else if (client.endpoint().token().equals(by.token())) {
                Guarded.orFail(() -> refused(by, response), this::failed);
              } else {
                post();
              }
            });
  }

  /** The exchange broke off. */
  void broken(Throwable failure, boolean arrived, boolean answered) {
    if (!future.isDone()) {
      fail(ExchangeFailures.exchange(authority(), arrived, answered, failure));
    }
  }

  private void post() {
    session
        .ready(handshake)
        .whenComplete(
            (ready, failure) -> {
              if (failure != null) {
                failWith(failure);
              } else {
                send();
              }
            });
  }

  private void send() {
    // The client refuses the request itself; the failure would be lost otherwise.
    Guarded.orFail(
        () -> {
          handshakeBefore = session.handshake();
          PostAttempt next = new PostAttempt(client, this, target(), sent.bytes(), headers);
          attempt = next;
          if (!future.isDone()) {
            next.send();
          }
        },
        problem -> {
          if (problem instanceof Error) {
            failed(problem);
          } else {
            failWith(problem);
          }
        });
  }

  private void abandon(Throwable reason) {
    PostAttempt current = attempt;
    if (current != null) {
      current.abort(reason);
    }
    ResumedStream stream = resumed;
    if (stream != null) {
      stream.abort(reason);
    }
  }

  private void again(
      Supplier<? extends CompletionStage<Void>> preparation, Consumer<Throwable> otherwise) {
    // It was turned away: if the channel ends meanwhile, as the preparation may make it, it has
    // not reached the server.
    attempt = null;
    preparation
        .get()
        .whenComplete(
            (done, failure) -> {
              if (failure != null) {
                otherwise.accept(failure);
              } else {
                post();
              }
            });
  }

  private void renewSession() {
    if (sent.kind() != Kind.REQUEST) {
      // It was about something in the session that is gone.
      future.complete(null);
    } else if (session.isLegacy() || sessionRenewed) {
      String reason =
          authority()
              + (sessionRenewed
                  ? " forgets its sessions as soon as they are made (404)"
                  : " has ended the session of its event stream");
      fail(new BackendUnavailableException(reason));
      session.ended(reason);
    } else {
      sessionRenewed = true;
      again(() -> session.renew(handshakeBefore), this::failWith);
    }
  }

  private void redirected(Response response) {
    String location = response.getHeaders().get("Location");
    int status = response.getStatus();
    // Only these two redirects keep the method and the body.
    if (location == null
        || (status != HttpStatus.TEMPORARY_REDIRECT_307
            && status != HttpStatus.PERMANENT_REDIRECT_308)) {
      fail(StatusFailures.redirect(authority(), response, "in a way that drops the message"));
    } else if (++redirects > MAX_REDIRECTS) {
      fail(StatusFailures.redirect(authority(), response, "again and again"));
    } else {
      Endpoint endpoint = client.endpoint();
      URI from = target();
      Optional<String> refusal = endpoint.refusal(from, location);
      if (refusal.isPresent()) {
        fail(StatusFailures.redirect(Origin.authority(from), response, refusal.get()));
        return;
      }
      if (status == HttpStatus.TEMPORARY_REDIRECT_307 || elsewhere != null) {
        elsewhere = from.resolve(location);
      } else {
        endpoint.move(location);
      }
      post();
    }
  }

  /** The address of the message: a temporary redirect holds for it alone. */
  private URI target() {
    URI other = elsewhere;
    return other == null ? client.endpoint().uri() : other;
  }

  /**
   * Whether an answer is about the session alone: the server has not looked at the request. By
   * words that is believed once, and where there was a handshake; by the status of the protocol
   * always.
   */
  private boolean deniesSession(
      @Nullable PostAttempt by,
      int status,
      List<JsonRpcMessage> messages,
      byte[] said,
      int length) {
    if (sent.method().equals("initialize") || !session.hasHandshake()) {
      return false;
    }
    Optional<JsonRpcMessage> answer = answer(messages);
    if (answer.isPresent()) {
      return !sessionRenewed && deniesSession(answer.get(), HttpStatus.isSuccess(status));
    }
    boolean isGone = status == HttpStatus.NOT_FOUND_404 || status == HttpStatus.GONE_410;
    // It may have left without a session just when another exchange had begun to make one.
    boolean hadSession =
        (by != null && by.session().isPresent()) || session.hasSession() || session.isLegacy();
    return (isGone && hadSession)
        || (!sessionRenewed
            && messages.stream().allMatch(message -> message.method().isEmpty())
            && LostSession.in(
                new String(said, 0, Math.min(length, LONGEST_DENIAL), StandardCharsets.UTF_8)));
  }

  /**
   * The same of the error of a request. A tool may mean a session of its own: by a code that blames
   * the arguments, where the message went through.
   */
  private static boolean deniesSession(JsonRpcMessage answer, boolean wentThrough) {
    JsonRpcMessage.Slice slice = answer.error();
    if (slice == null) {
      return false;
    }
    JsonNode error = RawJson.parse(slice.text(answer.buffer())).tree();
    int code = error.path("code").asInt();
    String said = error.isTextual() ? error.asText() : error.path("message").asText("");
    boolean mayBeOther =
        code == ErrorAnswer.RESOURCE_NOT_FOUND
            || (code == JsonRpcMessage.INVALID_PARAMS && wentThrough);
    return mayBeOther ? LostSession.ofHandshake(said) : LostSession.in(said);
  }

  private static List<JsonRpcMessage> messages(BoundedBytes body) {
    return JsonRpcMessage.messages(body.array(), body.length());
  }

  private boolean answers(List<JsonRpcMessage> messages) {
    return answer(messages).isPresent();
  }

  private Optional<JsonRpcMessage> answer(List<JsonRpcMessage> messages) {
    return messages.stream().filter(message -> message.answers(sent)).findFirst();
  }

  private GatewayException notAnAnswer(
      boolean isMessage, BoundedBytes body, ContentType contentType) {
    if (body.length() == 0) {
      return ExchangeFailures.unanswered(authority(), false);
    }
    String said = ErrorText.of(contentType, body).map(text -> ": " + text).orElse("");
    if (isMessage) {
      return new BackendCallException(
          authority() + " answered with a message that does not belong to the request" + said);
    }
    if (body.array()[0] == '<' || contentType.isHtml()) {
      return new BackendCallException(
          authority()
              + " answered with an HTML page"
              + said
              + "; check that the backend's url is a streamable HTTP MCP endpoint");
    }
    return new BackendCallException(
        authority()
            + " answered with something that is not a JSON-RPC message ("
            + contentType.describe()
            + ")");
  }

  private void failWith(Throwable failure) {
    Throwable cause = Causes.of(failure);
    fail(
        cause instanceof GatewayException known
            ? known
            : new BackendUnavailableException("failed to reach " + authority(), cause));
  }

  private String authority() {
    return Origin.authority(target());
  }
}
