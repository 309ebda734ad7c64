package io.gatemini.transport.http;

import io.gatemini.internal.async.Causes;
import io.gatemini.internal.async.Guarded;
import io.gatemini.spi.BackendContext;
import io.gatemini.transport.http.internal.client.BoundedBytes;
import io.gatemini.transport.http.internal.client.ContentType;
import io.gatemini.transport.http.internal.client.ErrorText;
import io.gatemini.transport.http.internal.client.ExchangeFailures;
import io.gatemini.transport.http.internal.client.Origin;
import io.gatemini.transport.http.internal.oauth.OAuthTokens;
import io.gatemini.transport.http.internal.openapi.ApiAnswer;
import io.gatemini.transport.http.internal.openapi.Operation;
import java.net.URI;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.client.Response;
import org.eclipse.jetty.client.Result;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.jspecify.annotations.Nullable;

/**
 * Requests to an API: with the headers and tokens of its backend, bounded answers, and redirects
 * within the server. The only place where what reads OpenAPI documents meets the client.
 * Thread-safe.
 */
final class ApiClient {
  private static final int MAX_REDIRECTS = 3;

  private final BackendContext context;
  private final HttpClient http;
  private final EndpointClient client;
  private final int maxBytes;

  /**
   * @param http started; others may use it, too
   */
  ApiClient(BackendContext context, HttpAddress address, HttpClient http) {
    this.context = context;
    this.http = http;
    this.maxBytes = address.maxMessageBytes();
    this.client = new EndpointClient(context, address, http, () -> context.reread().headers());
  }

  /** The tokens of the requests. */
  OAuthTokens tokens() {
    return client.tokens();
  }

  /** See {@link EndpointClient#tokenOfPerson}. */
  CompletionStage<Void> tokenOfPerson() {
    return client.tokenOfPerson();
  }

  /** Sends a request; a future that ends from outside aborts it. */
  CompletableFuture<ApiAnswer> send(Operation.Request request) {
    Call call = new Call(request);
    call.result.whenComplete(
        (answer, failure) -> {
          Request current = call.current;
          if (failure != null && current != null) {
            current.abort(failure);
          }
        });
    call.send(request.uri());
    return call.result;
  }

  /** A call: one exchange, and another one after a redirect or with another token. */
  private final class Call {
    private final Operation.Request request;
    private final CompletableFuture<ApiAnswer> result = new CompletableFuture<>();
    private volatile @Nullable Request current;
    private boolean renewed;
    private int redirects;

    Call(Operation.Request request) {
      this.request = request;
    }

    void send(URI target) {
      after(client.token(), () -> exchange(target), this::fail);
    }

    private void after(CompletionStage<Void> stage, Runnable step, Consumer<Throwable> otherwise) {
      stage.whenComplete(
          (done, failure) -> {
            if (failure != null) {
              otherwise.accept(failure);
            } else {
              Guarded.orFail(step, this::fail);
            }
          });
    }

    private void exchange(URI target) {
      Exchange exchange = new Exchange(this, target);
      current = exchange.sent;
      if (result.isDone()) {
        exchange.room.close(); // cancelled before there was anything to abort
      } else {
        exchange.sent.send(exchange);
      }
    }

    void ended(Exchange by, Response response, BoundedBytes body) {
      int status = response.getStatus();
      String location = response.getHeaders().get(HttpHeader.LOCATION);
      if (status == HttpStatus.UNAUTHORIZED_401 && !renewed) {
        renewed = true;
        after(
            client.hasGrant()
                ? client.renewToken(by.token, response)
                : client.renewHeaders(by.headers, context.executor()),
            () -> send(by.target),
            unchanged -> {
              if (client.hasGrant()) {
                fail(unchanged);
              } else {
                Guarded.orFail(() -> ended(by, response, body), this::fail);
              }
            });
      } else if (isFollowed(by.target, status, location)) {
        send(by.target.resolve(location));
      } else if (status == HttpStatus.TOO_MANY_REQUESTS_429
          || status == HttpStatus.SERVICE_UNAVAILABLE_503) {
        fail(
            StatusFailures.status(
                Origin.authority(by.target), response, by.type(), body, client.hasGrant()));
      } else {
        result.complete(
            new ApiAnswer(
                status,
                ExchangeFailures.status(Origin.authority(by.target), status),
                ErrorText.of(by.type(), body),
                ApiAnswer.telling(response.getHeaders()::getValuesList),
                by.type(),
                Arrays.copyOf(body.array(), body.length())));
      }
    }

    /** Only what reads is sent again, and only to the server that may see its secrets. */
    private boolean isFollowed(URI from, int status, @Nullable String location) {
      if (!HttpStatus.isRedirection(status)
          || location == null
          || !request.method().equals("GET")
          || ++redirects > MAX_REDIRECTS) {
        return false;
      }
      try {
        URI to = from.resolve(location);
        return to.getHost() != null
            && to.getRawUserInfo() == null
            && Origin.of(from).equals(Origin.of(to));
      } catch (IllegalArgumentException e) {
        return false;
      }
    }

    void fail(Throwable failure) {
      result.completeExceptionally(Causes.of(failure));
    }
  }

  /** One request and the reading of its answer. */
  private final class Exchange implements Response.Listener {
    private final Call call;
    private final URI target;
    private final Request sent;
    private final String token = client.endpoint().token();
    private final Map<String, String> headers = client.endpoint().headers();
    private final @Nullable RequestBody content;
    private final ContentRoom room = client.room();
    private final BoundedBytes body = new BoundedBytes(maxBytes);
    private volatile boolean begun;
    private ContentType type = ContentType.of(null);
    private boolean responding;

    Exchange(Call call, URI target) {
      this.call = call;
      this.target = target;
      Operation.Request request = call.request;
      this.content = request.body().map(it -> new RequestBody(it.type(), it.bytes())).orElse(null);
      this.sent =
          client
              .endpoint()
              .request(http, HttpMethod.valueOf(request.method()), target)
              .headers(
                  fields ->
                      request
                          .headers()
                          .forEach(
                              it -> {
                                if (!fields.contains(it.getKey())) {
                                  fields.put(it.getKey(), it.getValue());
                                }
                              }))
              .onRequestBegin(beginning -> begun = true)
              .body(content);
    }

    ContentType type() {
      return type;
    }

    @Override
    public void onHeaders(Response response) {
      responding = true;
      type = ContentType.of(response.getHeaders().get(HttpHeader.CONTENT_TYPE));
    }

    @Override
    public void onContent(Response response, Content.Chunk chunk, Runnable demander) {
      try {
        room.take(response, chunk, demander, body::length, body::append);
      } catch (Error e) { // the client takes care of exceptions alone
        call.fail(e);
      }
    }

    @Override
    public void onComplete(Result result) {
      try {
        Guarded.orFail(() -> end(result), call::fail);
      } finally {
        room.close();
      }
    }

    private void end(Result result) {
      if (result.isFailed()) {
        // A request without a body leaves in one piece, before its end is reported here.
        boolean arrived = content == null ? begun : content.mayHaveArrived();
        call.fail(
            ExchangeFailures.exchange(
                Origin.authority(target), arrived, responding, result.getFailure()));
      } else {
        call.ended(this, result.getResponse(), body);
      }
    }
  }
}
