package io.gatemini.transport.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.gatemini.BackendCallException;
import io.gatemini.BackendUnavailableException;
import io.gatemini.GatewayException;
import io.gatemini.RawJson;
import io.gatemini.internal.async.Causes;
import io.gatemini.internal.async.Guarded;
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
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Pattern;
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

  /**
   * The statuses of older servers for a POST (specification 2025-11-25, backwards compatibility).
   */
  private static final Set<Integer> MAYBE_OLDER =
      Set.of(
          HttpStatus.BAD_REQUEST_400, HttpStatus.NOT_FOUND_404, HttpStatus.METHOD_NOT_ALLOWED_405);

  /** "Session not found", "No valid session ID"; but not the session of a browser, say. */
  private static final Pattern ABOUT_SESSION =
      Pattern.compile("(?i)(?:^|[.:] *|\\b(?:unknown|invalid|valid|such|the|your|mcp) )session\\b");

  /** The code of the reference servers for it. */
  private static final int SESSION_NOT_FOUND = -32001;

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
  private boolean sessionRenewed;
  private boolean sessionMissed;
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
    if (resumed == null && lostSession(messages) != null) {
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
    PostAttempt by = attempt;
    if (denied && by != null) {
      denied = false;
      renewSession(by.session().orElseThrow());
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
    String gone = lostSession(messages);
    if (gone != null && !future.isDone()) {
      renewSession(gone);
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
    boolean sessionGone =
        answer.isPresent()
            ? !sessionRenewed && deniesSession(status, answer.get())
            : isSessionGone(status, body) || (!sessionRenewed && isUnknownSession(by, response));
    String gone = by.session().filter(id -> sessionGone).orElse("");
    if (HttpStatus.isRedirection(status) && status != HttpStatus.NOT_MODIFIED_304) {
      redirected(response);
    } else if (!gone.isEmpty()) {
      renewSession(gone);
    } else if (missedSession(by) && sessionGone) {
      sessionMissed = true;
      post();
    } else if (!tokenRenewed && StatusFailures.wantsToken(response)) {
      tokenRenewed = true;
      if (by.headers().isEmpty() || client.hasGrant()) {
        renewToken(by, response);
      } else {
        again(() -> session.renewHeaders(by.headers()), unchanged -> renewToken(by, response));
      }
    } else if (!TURNED_AWAY.contains(status) && answer.isPresent()) {
      messages.forEach(inbox);
      future.complete(null);
    } else {
      GatewayException refusal =
          StatusFailures.status(authority(), response, by.contentType(), body, client.hasGrant());
      if (sent.method().equals("initialize") && !handshake && MAYBE_OLDER.contains(status)) {
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

  private void renewSession(String gone) {
    if (sent.kind() != Kind.REQUEST) {
      // It was about something in the session that is gone.
      future.complete(null);
    } else if (sessionRenewed) {
      String reason = authority() + " forgets its sessions as soon as they are made (404)";
      fail(new BackendUnavailableException(reason));
      session.ended(reason);
    } else {
      sessionRenewed = true;
      again(() -> session.renew(gone), this::failWith);
    }
  }

  /** Whether it left without a session just when another exchange had begun to make one. */
  private boolean missedSession(PostAttempt by) {
    return !handshake && !sessionMissed && by.session().isEmpty() && session.hasSession();
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

  private static boolean isSessionGone(int status, BoundedBytes body) {
    // The reference servers say 400 to an id they do not know.
    return status == HttpStatus.NOT_FOUND_404
        || (status == HttpStatus.BAD_REQUEST_400
            && new String(body.array(), 0, body.length(), StandardCharsets.UTF_8)
                .toLowerCase(Locale.ROOT)
                .contains("session"));
  }

  /** Whether a 401 asks for no token: it is about the session. */
  private static boolean isUnknownSession(PostAttempt by, Response response) {
    return response.getStatus() == HttpStatus.UNAUTHORIZED_401
        && !response.getHeaders().contains(HttpHeader.WWW_AUTHENTICATE)
        && ErrorText.of(by.contentType(), by.error())
            .filter(ABOUT_SESSION.asPredicate())
            .isPresent();
  }

  /** The session that the answer in an accepted exchange denies, once; null where there is none. */
  private @Nullable String lostSession(List<JsonRpcMessage> messages) {
    PostAttempt by = attempt;
    return by != null
            && !sessionRenewed
            && answer(messages).filter(m -> deniesSession(HttpStatus.OK_200, m)).isPresent()
        ? by.session().orElse(null)
        : null;
  }

  /** Whether an answer is about the session alone: the server has not looked at the request. */
  private static boolean deniesSession(int status, JsonRpcMessage answer) {
    JsonRpcMessage.Slice slice = answer.error();
    if (slice == null) {
      return false;
    }
    JsonNode error = RawJson.parse(slice.text(answer.buffer())).tree();
    return (status == HttpStatus.NOT_FOUND_404 || error.path("code").asInt() == SESSION_NOT_FOUND)
        && ABOUT_SESSION.matcher(error.path("message").asText("")).find();
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
