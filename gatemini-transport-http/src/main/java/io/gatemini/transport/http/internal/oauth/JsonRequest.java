package io.gatemini.transport.http.internal.oauth;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.oauth2.sdk.auth.ClientSecretBasic;
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
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.client.Response;
import org.eclipse.jetty.client.Result;
import org.eclipse.jetty.client.StringRequestContent;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.util.Fields;
import org.eclipse.jetty.util.UrlEncoded;

/**
 * A small request beside the messages, answered with JSON or a form: to a token endpoint, for
 * metadata. It follows no redirect. All that goes wrong is a {@link BackendUnavailableException}:
 * no message was sent yet.
 */
final class JsonRequest implements Response.Listener {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final int MAX_BYTES = 256 * 1024;
  private static final String FORM = "application/x-www-form-urlencoded";
  private static final List<String> SECRETS =
      List.of("client_secret", "code", "code_verifier", "refresh_token", "subject_token", "token");

  /** A shorter text may be anywhere. */
  private static final int SHORTEST_SECRET = 8;

  private final String authority;
  private final CompletableFuture<Answer> answer = new CompletableFuture<>();
  private final BoundedBytes body = new BoundedBytes(MAX_BYTES);
  private final List<String> secrets;

  private JsonRequest(URI uri, List<String> secrets) {
    this.authority = Origin.authority(uri);
    this.secrets = secrets;
  }

  static CompletableFuture<Answer> get(HttpClient client, URI uri) {
    return send(client.newRequest(uri), List.of());
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
            new StringRequestContent(asked.getHeaderValue("Content-Type"), asked.getBody())),
        secrets(asked));
  }

  private static List<String> secrets(HTTPRequest asked) {
    List<String> secrets = new ArrayList<>();
    Fields form = new Fields();
    UrlEncoded.decodeUtf8To(asked.getBody(), form);
    SECRETS.forEach(name -> secrets.addAll(form.getValuesOrEmpty(name)));
    try {
      String proof = Objects.toString(asked.getAuthorization(), "");
      secrets.add(ClientSecretBasic.parse(proof).getClientSecret().getValue());
    } catch (ParseException e) {
      // A client without a secret, or with one in the form.
    }
    secrets.removeIf(secret -> secret.length() < SHORTEST_SECRET);
    return secrets;
  }

  private static CompletableFuture<Answer> send(Request request, List<String> secrets) {
    JsonRequest exchange = new JsonRequest(request.getURI(), secrets);
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
    JsonNode json = type(response).type().equals(FORM) ? form() : tree();
    answer.complete(new Answer(authority, response, error(response, json), json));
  }

  /** Nothing of a success, which holds tokens, and of an error that repeats a secret. */
  private String error(Response response, JsonNode json) {
    String all = new String(body.array(), 0, body.length(), StandardCharsets.UTF_8) + json;
    boolean isSuccess = HttpStatus.isSuccess(response.getStatus()) && !json.has("error");
    if (isSuccess || secrets.stream().anyMatch(all::contains)) {
      return "";
    }
    String code = OneLine.of(json.path("error").asText(""), 60);
    String words =
        Optional.of(OneLine.of(json.path("error_description").asText(""), 200))
            .filter(text -> !text.isEmpty())
            .or(() -> ErrorText.of(type(response), body))
            .filter(text -> !text.equals(code))
            .orElse("");
    return (code.isEmpty() ? "" : ": " + code) + (words.isEmpty() ? "" : ": " + words);
  }

  private static ContentType type(Response response) {
    return ContentType.of(response.getHeaders().get("Content-Type"));
  }

  /** Some token endpoints write their answers as requests are written. */
  private JsonNode form() {
    Fields form = new Fields();
    UrlEncoded.decodeUtf8To(
        new String(body.array(), 0, body.length(), StandardCharsets.UTF_8), form);
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    form.forEach(field -> json.put(field.getName(), field.getValue()));
    return json;
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
   * @param error the code and the words of an error, after a colon; empty where there are none
   * @param json missing where it is not JSON
   */
  record Answer(String authority, Response response, String error, JsonNode json) {
    boolean isObject() {
      return HttpStatus.isSuccess(response.getStatus()) && json.isObject();
    }

    /** Without the tokens. */
    @Override
    public String toString() {
      return "Answer[" + authority + ", " + response.getStatus() + "]";
    }
  }
}
