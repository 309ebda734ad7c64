package io.gatemini.transport.http.internal.oauth;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.nimbusds.oauth2.sdk.http.HTTPRequest;
import io.gatemini.BackendUnavailableException;
import io.gatemini.internal.async.Guarded;
import io.gatemini.spi.Json;
import io.gatemini.transport.http.internal.client.BoundedBytes;
import io.gatemini.transport.http.internal.client.ContentType;
import io.gatemini.transport.http.internal.client.ErrorText;
import io.gatemini.transport.http.internal.client.ExchangeFailures;
import io.gatemini.transport.http.internal.client.OneLine;
import io.gatemini.transport.http.internal.client.Origin;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.client.Response;
import org.eclipse.jetty.client.Result;
import org.eclipse.jetty.client.StringRequestContent;
import org.eclipse.jetty.http.HttpStatus;

/**
 * A small request beside the messages, answered with JSON: to a token endpoint, for metadata. It
 * follows no redirect. All that goes wrong is a {@link BackendUnavailableException}: no message was
 * sent yet.
 */
final class JsonRequest implements Response.Listener {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final int MAX_BYTES = 256 * 1024;

  private final String authority;
  private final CompletableFuture<Answer> answer = new CompletableFuture<>();
  private final BoundedBytes body = new BoundedBytes(MAX_BYTES);

  private JsonRequest(URI uri) {
    this.authority = Origin.authority(uri);
  }

  static CompletableFuture<Answer> get(HttpClient client, URI uri) {
    return send(client.newRequest(uri));
  }

  /** Sends a request as the OAuth library has it. */
  static CompletableFuture<Answer> send(HttpClient client, HTTPRequest asked) {
    Request request = client.newRequest(asked.getURI()).method(asked.getMethod().name());
    String authorization = asked.getAuthorization();
    if (authorization != null) {
      request.headers(fields -> fields.put("Authorization", authorization));
    }
    return send(
        request.body(
            new StringRequestContent(asked.getHeaderValue("Content-Type"), asked.getBody())));
  }

  private static CompletableFuture<Answer> send(Request request) {
    JsonRequest exchange = new JsonRequest(request.getURI());
    request
        .headers(fields -> fields.put("Accept", "application/json"))
        .timeout(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
        .send(exchange);
    return exchange.answer;
  }

  @Override
  public void onContent(Response response, ByteBuffer content) {
    body.appendWhatFits(content);
  }

  @Override
  public void onComplete(Result result) {
    Guarded.orFail(() -> end(result), answer::completeExceptionally);
  }

  private void end(Result result) {
    if (result.isFailed()) {
      answer.completeExceptionally(
          new BackendUnavailableException(
              String.valueOf(
                  ExchangeFailures.exchange(authority, false, false, result.getFailure())
                      .getMessage()),
              result.getFailure()));
      return;
    }
    Response response = result.getResponse();
    answer.complete(
        new Answer(
            authority,
            response,
            ErrorText.of(ContentType.of(response.getHeaders().get("Content-Type")), body),
            tree()));
  }

  private JsonNode tree() {
    try {
      JsonNode tree = Json.mapper().readTree(body.array(), 0, body.length());
      return tree == null ? MissingNode.getInstance() : tree;
    } catch (IOException e) {
      return MissingNode.getInstance();
    }
  }

  /**
   * The answer.
   *
   * @param said what an error says, in one line
   * @param json missing where it is not JSON
   */
  record Answer(String authority, Response response, Optional<String> said, JsonNode json) {
    /** The code and the words of an error of OAuth, after a colon; empty where there are none. */
    String error() {
      String code = OneLine.of(json.path("error").asText(""), 60);
      String words = said.filter(text -> !text.equals(code)).orElse("");
      return (code.isEmpty() ? "" : ": " + code) + (words.isEmpty() ? "" : ": " + words);
    }

    boolean isObject() {
      return HttpStatus.isSuccess(response.getStatus()) && json.isObject();
    }
  }
}
